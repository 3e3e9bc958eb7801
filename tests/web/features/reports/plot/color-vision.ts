/** Red, green and blue of sRGB, from 0 to 1. */
export type Rgb = readonly [number, number, number]

type Matrix = readonly [Rgb, Rgb, Rgb]

interface Vision {
  name: string
  matrix: Matrix
}

/**
 * Usual vision and the three kinds of dichromacy. The matrices apply to linear RGB and are those for a severity of 1.0 in
 * G. M. Machado, M. M. Oliveira, L. A. F. Fernandes: A Physiologically-based Model for Simulation of Color Vision
 * Deficiency, IEEE Transactions on Visualization and Computer Graphics 15 (2009) 6, pages 1291 to 1298.
 */
export const visions: readonly Vision[] = [
  {
    name: 'usual vision',
    matrix: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  {
    name: 'protanopia',
    matrix: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  },
  {
    name: 'deuteranopia',
    matrix: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  },
  {
    name: 'tritanopia',
    matrix: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  },
]

/** Parses `#rgb` or `#rrggbb`. Throws on anything else. */
export function rgbOf(text: string): Rgb {
  const digits = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/.test(text) ? text.slice(1) : undefined
  if (digits === undefined) throw new Error(`${text} is no color`)
  const parts = digits.length === 3 ? Array.from(digits, (one) => one + one) : digits.match(/../g)!
  return parts.map((part) => Number.parseInt(part, 16) / 255) as unknown as Rgb
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toLinear = (rgb: Rgb): Rgb => [linear(rgb[0]), linear(rgb[1]), linear(rgb[2])]

function apply(matrix: Matrix, vector: Rgb): Rgb {
  const row = ([a, b, c]: Rgb) => a * vector[0] + b * vector[1] + c * vector[2]
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

const clamped = (part: number) => Math.min(1, Math.max(0, part))

/** Returns the OKLab coordinates of linear RGB (https://bottosson.github.io/posts/oklab/). */
function okLab(rgb: Rgb): Rgb {
  const [l, m, s] = apply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  )
  return apply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  )
}

/** Returns the distance of two colors in OKLab, as somebody with this vision sees them. */
export function difference(one: Rgb, other: Rgb, { matrix }: Vision): number {
  const seen = (rgb: Rgb) => {
    const [r, g, b] = apply(matrix, toLinear(rgb))
    return okLab([clamped(r), clamped(g), clamped(b)])
  }
  const [a, b] = [seen(one), seen(other)]
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}

/** Returns the contrast ratio of two colors, as WCAG 2.2 defines it. */
export function contrast(one: Rgb, other: Rgb): number {
  const luminance = (rgb: Rgb) => {
    const [r, g, b] = toLinear(rgb)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}
