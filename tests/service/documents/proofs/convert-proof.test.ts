import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { maxProofPageBytes } from '#domain/uploads/proof-rules.ts'
import { type UploadType, uploadTypes } from '#domain/uploads/upload-types.ts'
import { convertProof } from '#service/documents/proofs/convert-proof.ts'
import { type ProofPage, maxDpi, printArea } from '#service/documents/proofs/proof-page.ts'
import { detectType } from '#service/uploads/detect-type.ts'
import {
  colourAt,
  left,
  makeImage,
  right,
  tiffOf,
  twoColours,
} from '#tests/service/documents/proofs/support/images.ts'

async function pagesOf(content: Uint8Array, type: UploadType, pagesLeft = 20): Promise<ProofPage[]> {
  const result = await convertProof({ content, type, pagesLeft })
  if (result.code !== 'converted') throw new Error(result.code)
  return result.pages
}

const isNear = (colour: typeof left, expected: typeof left) =>
  Math.max(
    Math.abs(colour.r - expected.r),
    Math.abs(colour.g - expected.g),
    Math.abs(colour.b - expected.b),
  ) < 30

const imageTypes = Object.entries(makeImage).map(([type, make]) => ({ type: type as UploadType, make }))

describe('an image', () => {
  test('of every accepted type has a sample', () => {
    expect(['application/pdf', ...imageTypes.map(({ type }) => type)].toSorted()).toEqual(
      Object.keys(uploadTypes).toSorted(),
    )
  })

  test.each(imageTypes)('of type $type becomes one page with its colours', async ({ type, make }) => {
    const content = await make()
    const [page, ...others] = await pagesOf(content, type)
    expect(others).toEqual([])
    expect(page).toMatchObject({ format: 'jpeg' })
    expect(isNear(await colourAt(page!.content, 0.25, 0.5), left)).toBe(true)
    expect(isNear(await colourAt(page!.content, 0.75, 0.5), right)).toBe(true)
    // `image/heif` is the same format as `image/heic` with another brand.
    if (type !== 'image/heif') expect(await detectType(content)).toBe(type)
  })

  test('is printed upright for every EXIF orientation', async () => {
    // Position of the red half after each orientation.
    const expected = ['left', 'right', 'right', 'left', 'top', 'top', 'bottom', 'bottom']
    const found = []
    for (let orientation = 1; orientation <= 8; orientation++) {
      const content = await twoColours().withMetadata({ orientation }).jpeg().toBuffer()
      const [page] = await pagesOf(content, 'image/jpeg')
      const red = { left: [0.2, 0.5], right: [0.8, 0.5], top: [0.5, 0.2], bottom: [0.5, 0.8] } as const
      for (const [side, [x, y]] of Object.entries(red)) {
        const opposite = await colourAt(page!.content, 1 - x, 1 - y)
        if (isNear(await colourAt(page!.content, x, y), left) && isNear(opposite, right)) found.push(side)
      }
    }
    expect(found).toEqual(expected)
  })

  test('loses EXIF, GPS, XMP and profiles', async () => {
    const content = await twoColours()
      .withExif({ IFD0: { Copyright: 'Erika' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>Erika</a></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(Object.keys(await sharp(content).metadata())).toEqual(
      expect.arrayContaining(['exif', 'xmp', 'icc']),
    )
    const [page] = await pagesOf(content, 'image/jpeg')
    const metadata = Object.keys(await sharp(page!.content).metadata())
    for (const key of ['exif', 'xmp', 'icc', 'iptc', 'comments']) expect(metadata).not.toContain(key)
    expect(Buffer.from(page!.content).includes('Erika')).toBe(false)
  })

  test('fits the print area in at most 300 dpi and 360 KB, even if it is noise', async () => {
    const noise = sharp({
      create: {
        width: 2400,
        height: 1800,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', sigma: 120 },
      },
    })
    const [page] = await pagesOf(await noise.jpeg({ quality: 70 }).toBuffer(), 'image/jpeg')
    expect(page!.content.length).toBeLessThanOrEqual(maxProofPageBytes)
    expect(page!.widthMm).toBeCloseTo(printArea.widthMm)
    expect(page!.heightMm).toBeCloseTo(135, 0)
  })

  test.each([
    { name: 'tall', width: 1000, height: 6000 },
    { name: 'wide', width: 6000, height: 1000 },
  ])('that is $name keeps its proportions', async ({ width, height }) => {
    const [page] = await pagesOf(await twoColours(width, height).png().toBuffer(), 'image/png')
    expect(page!.widthMm).toBeLessThanOrEqual(printArea.widthMm + 0.001)
    expect(page!.heightMm).toBeLessThanOrEqual(printArea.heightMm + 0.001)
    expect(page!.widthMm / page!.heightMm / (width / height)).toBeCloseTo(1, 1)
    const pixels = await sharp(page!.content).metadata()
    expect(pixels.width / (page!.widthMm / 25.4)).toBeLessThanOrEqual(maxDpi + 1)
  })

  test('that is one pixel high becomes a line', async () => {
    const [page] = await pagesOf(await twoColours(5000, 1).png().toBuffer(), 'image/png')
    expect(page!.widthMm).toBeCloseTo(printArea.widthMm)
    expect(page!.heightMm).toBeLessThan(1)
  })

  test('with few pixels is not enlarged beyond 72 dpi', async () => {
    const [page] = await pagesOf(await twoColours(72, 72).png().toBuffer(), 'image/png')
    expect(page!.widthMm).toBeCloseTo(25.4)
  })

  test('with transparency gets a white background', async () => {
    const clear = { create: { width: 40, height: 40, channels: 4 as const, background: '#0000' } }
    const [page] = await pagesOf(await sharp(clear).png().toBuffer(), 'image/png')
    expect(await colourAt(page!.content, 0.5, 0.5)).toEqual({ r: 255, g: 255, b: 255 })
  })

  test.each(['cmyk', 'b-w', 'rgb16'] as const)('in the colour space %s is readable', async (space) => {
    const content = await twoColours().toColourspace(space).tiff().toBuffer()
    const [page] = await pagesOf(content, 'image/tiff')
    const colour = await colourAt(page!.content, 0.25, 0.5)
    expect(colour.r).toBeGreaterThan(30)
    expect(colour.r).toBeLessThan(250)
  })
})

describe('a TIFF with several pages', () => {
  test('becomes as many pages', async () => {
    expect(await pagesOf(tiffOf(10), 'image/tiff')).toHaveLength(10)
  })

  test('is refused if it has more than 10', async () => {
    const result = await convertProof({ content: tiffOf(11), type: 'image/tiff', pagesLeft: 20 })
    expect(result).toEqual({ code: 'tooManyPages' })
  })

  test('is refused if the letter has no room for them', async () => {
    const result = await convertProof({ content: tiffOf(3), type: 'image/tiff', pagesLeft: 2 })
    expect(result).toEqual({ code: 'tooManyProofPages' })
  })
})

test('an animation is printed as its first frame', async () => {
  const frames = [left, right].map((background) => ({
    create: { width: 20, height: 20, channels: 3 as const, background },
  }))
  const inputs = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
  for (const [type, format] of [
    ['image/gif', 'gif'],
    ['image/webp', 'webp'],
  ] as const) {
    const content = await sharp(inputs, { join: { animated: true } })
      .toFormat(format)
      .toBuffer()
    expect((await sharp(content).metadata()).pages).toBe(2)
    const [page, ...others] = await pagesOf(content, type)
    expect(others).toEqual([])
    expect(isNear(await colourAt(page!.content, 0.5, 0.5), left)).toBe(true)
  }
})
