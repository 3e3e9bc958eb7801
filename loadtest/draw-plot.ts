// Plots as SVG text, with the colours left to the page, so that they follow its light or dark dress.

export interface Curve {
  label: string
  /** Which of the page's colours, from 1. */
  colour: number
  /** One a moment; undefined leaves a gap. */
  values: readonly (number | undefined)[]
}

export interface Plot {
  title: string
  unit: string
  /** Seconds since the load began, one a moment. */
  times: readonly number[]
  curves: readonly Curve[]
  /** `log` for answer times, which differ by powers of ten. `stack` puts areas upon each other. */
  kind: 'linear' | 'log' | 'stack'
  /** Upright lines with a word, for what befell the service. */
  marks?: readonly { at: number; what: string }[]
}

const size = { width: 720, height: 250 }
const inside = { left: 56, right: 16, top: 30, bottom: 30 }
const plotWidth = size.width - inside.left - inside.right
const plotHeight = size.height - inside.top - inside.bottom

interface Scale {
  ticks: number[]
  /** From the top, in px. */
  y: (value: number) => number
}

export function drawPlot(plot: Plot): string {
  const levels = plot.kind === 'stack' ? stacked(plot.curves) : plot.curves.map(({ values }) => values)
  const all = levels.flat().filter((value) => value !== undefined)
  const scale = plot.kind === 'log' ? logScale(all) : linearScale(all)
  const end = Math.max(1, plot.times.at(-1) ?? 1)
  const x = (time: number) => inside.left + (time / end) * plotWidth
  const parts = [
    ...scale.ticks.map((tick) => horizontalTick(scale.y(tick), shortNumber(tick))),
    ...timeTicks(end).map((tick) => timeTick(x(tick), tick)),
    ...(plot.marks ?? []).map((mark) => drawMark(x(Math.min(Math.max(mark.at, 0), end)), mark.what)),
    ...(plot.kind === 'stack' ? areas : lines)(plot.curves, { levels, xs: plot.times.map(x), y: scale.y }),
    ...hoverBars(plot, x),
  ]
  return [
    `<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${escape(`${plot.title}, ${plot.unit}`)}">`,
    ...parts,
    '</svg>',
  ].join('\n')
}

/** Each curve on top of the ones before. */
function stacked(curves: readonly Curve[]): (number | undefined)[][] {
  const sums: number[] = []
  return curves.map(({ values }) =>
    values.map((value, index) => {
      sums[index] = (sums[index] ?? 0) + (value ?? 0)
      return sums[index]
    }),
  )
}

function linearScale(values: readonly number[]): Scale {
  const most = Math.max(1e-9, ...values)
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((one) => one >= rough)!
  const top = Math.ceil(most / step) * step
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step)
  return { ticks, y: (value) => inside.top + plotHeight * (1 - value / top) }
}

function logScale(values: readonly number[]): Scale {
  const positive = values.filter((value) => value > 0)
  const low = Math.floor(Math.log10(Math.min(10, ...positive)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(10, ...positive))))
  const ticks = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  const share = (value: number) => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low)
  return { ticks, y: (value) => inside.top + plotHeight * (1 - share(value)) }
}

interface Drawn {
  levels: readonly (readonly (number | undefined)[])[]
  xs: readonly number[]
  y: (value: number) => number
}

function lines(curves: readonly Curve[], { levels, xs, y }: Drawn): string[] {
  return curves.map(({ colour }, curve) => {
    let down = false
    const path = levels[curve]!.map((value, index) => {
      if (value === undefined) {
        down = false
        return ''
      }
      const command = down ? 'L' : 'M'
      down = true
      return `${command}${xs[index]!.toFixed(1)} ${y(value).toFixed(1)}`
    })
    return `<path class="line c${colour}" d="${path.join('')}"/>`
  })
}

function areas(curves: readonly Curve[], { levels, xs, y }: Drawn): string[] {
  return curves.map(({ colour }, curve) => {
    const point = (level: readonly (number | undefined)[] | undefined, index: number) =>
      `${xs[index]!.toFixed(1)} ${y(level?.[index] ?? 0).toFixed(1)}`
    const there = xs.map((_, index) => point(levels[curve], index))
    const back = xs.map((_, index) => point(levels[curve - 1], index)).toReversed()
    return `<path class="area c${colour}" d="M${[...there, ...back].join('L')}Z"/>`
  })
}

function horizontalTick(y: number, label: string): string {
  return (
    `<line class="grid" x1="${inside.left}" x2="${size.width - inside.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}"/>` +
    `<text class="tick" x="${inside.left - 8}" y="${(y + 4).toFixed(1)}" text-anchor="end">${label}</text>`
  )
}

function timeTicks(end: number): number[] {
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200]
  const step = steps.find((one) => end / one <= 8) ?? Math.ceil(end / 8)
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step)
}

function timeTick(x: number, seconds: number): string {
  const label = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `<text class="tick" x="${x.toFixed(1)}" y="${size.height - 8}" text-anchor="middle">${label}</text>`
}

function drawMark(x: number, what: string): string {
  const anchor = x > size.width - 90 ? 'end' : 'start'
  const text = `<text class="mark" x="${(x + (anchor === 'end' ? -4 : 4)).toFixed(1)}" y="${inside.top - 6}" text-anchor="${anchor}">${escape(what)}</text>`
  return `<line class="mark" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${inside.top - 2}" y2="${inside.top + plotHeight}"/>${text}`
}

/** Invisible bars that say their values when pointed at, so that no script is needed. */
function hoverBars({ times, curves, unit }: Plot, x: (time: number) => number): string[] {
  const width = times.length > 1 ? x(times[1]!) - x(times[0]!) : plotWidth
  return times.map((time, index) => {
    const values = curves.flatMap(({ label, values: of }) =>
      of[index] === undefined ? [] : [`${label}: ${shortNumber(of[index])} ${unit}`],
    )
    const title = escape([`${time} s`, ...values].join('\n'))
    return `<rect class="hover" x="${(x(time) - width / 2).toFixed(1)}" y="${inside.top}" width="${width.toFixed(1)}" height="${plotHeight}"><title>${title}</title></rect>`
  })
}

function shortNumber(value: number): string {
  if (value >= 1000) return `${Number((value / 1000).toPrecision(3))}k`
  return String(Number(value.toPrecision(3)))
}

export function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/[&<>"]/g, (one) => names[one]!)
}
