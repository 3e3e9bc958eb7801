import { once } from 'node:events'
import { deflateSync } from 'node:zlib'
import { PDFName } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { UploadType } from '#domain/uploads/upload-types.ts'
import {
  type Conversion,
  childLimits,
  convertInChild,
  startChild,
} from '#tests/service/documents/proofs/support/convert-in-child.ts'
import { makeImage, patch, tiffOf, twoColours } from '#tests/service/documents/proofs/support/images.ts'
import { drawTwoColours, makePdf } from '#tests/service/documents/proofs/support/pdfs.ts'

const uint = {
  be: (value: number) => uintOf(value, 'writeUInt32BE'),
  le: (value: number) => uintOf(value, 'writeUInt32LE'),
}

function uintOf(value: number, write: 'writeUInt32BE' | 'writeUInt32LE'): Buffer {
  const bytes = Buffer.alloc(4)
  bytes[write](value)
  return bytes
}

const bytes = (...values: number[]) => Buffer.from(values)
const sideBe = uint.be(65_535)
const hugeBe = Buffer.concat([sideBe, sideBe])
const huge16Be = bytes(255, 255, 255, 255)

/** Files that declare 65535 × 65535 pixels, or the most that their format can. */
const hugeHeaders: { type: UploadType; make: () => Promise<Buffer> }[] = [
  {
    type: 'image/jpeg',
    make: async () => patch(await makeImage['image/jpeg'](), bytes(0, 48, 0, 64), huge16Be),
  },
  {
    type: 'image/png',
    make: async () => {
      const file = patch(await makeImage['image/png'](), Buffer.concat([uint.be(64), uint.be(48)]), hugeBe)
      // The checksum of IHDR must match, or the decoder stops for that reason.
      const { crc32 } = await import('node:zlib')
      file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
      return file
    },
  },
  {
    type: 'image/gif',
    // The decoder takes the size of the screen from the frame if the header's is too large.
    make: async () => {
      const size = bytes(64, 0, 48, 0)
      return patch(patch(await makeImage['image/gif'](), size, huge16Be), size, huge16Be)
    },
  },
  {
    // A lossless WebP has 14 bits for each side.
    type: 'image/webp',
    make: async () => {
      const file = await twoColours().webp({ lossless: true }).toBuffer()
      file.writeUInt32LE((file.readUInt32LE(21) | 0x0fffffff) >>> 0, 21)
      return file
    },
  },
  {
    type: 'image/avif',
    make: async () =>
      patch(await makeImage['image/avif'](), Buffer.concat([uint.be(64), uint.be(48)]), hugeBe),
  },
  {
    type: 'image/heic',
    make: async () =>
      patch(await makeImage['image/heic'](), Buffer.concat([uint.be(64), uint.be(64)]), hugeBe),
  },
  { type: 'image/tiff', make: async () => tiffOf(1, { width: 65_535, height: 65_535 }) },
  {
    type: 'image/bmp',
    make: async () => {
      const side = uint.le(65_535)
      return patch(
        await makeImage['image/bmp'](),
        Buffer.concat([uint.le(64), uint.le(48)]),
        Buffer.concat([side, side]),
      )
    },
  },
]

/** Expects that the file cost a limited time and a limited amount of memory, and nothing else. */
function expectBounded({ ms, peakBytes }: Conversion): void {
  expect(ms).toBeLessThan(childLimits.ms + 2000)
  expect(peakBytes).toBeLessThan(childLimits.memoryBytes * 1.25)
}

describe('a header with billions of pixels is refused before decoding', () => {
  test.each(hugeHeaders)('$type', async ({ type, make }) => {
    const conversion = await convertInChild(await make(), type)
    // libheif and libvips refuse a few of these headers themselves.
    expect(['tooManyPixels', 'broken']).toContain(conversion.result.code)
    expect(conversion.died).toBeUndefined()
    expect(conversion.ms).toBeLessThan(3000)
    expect(conversion.peakBytes).toBeLessThan(300 * 1024 * 1024)
  })
})

describe('a file that is cut off is refused', () => {
  test.each(Object.entries(makeImage).map(([type, make]) => ({ type: type as UploadType, make })))(
    '$type',
    async ({ type, make }) => {
      const content = await make()
      for (const part of [0.3, 0.6]) {
        const { result, died } = await convertInChild(content.subarray(0, content.length * part), type)
        expect(result).toEqual({ code: 'broken' })
        expect(died).toBeUndefined()
      }
    },
  )
})

const empty = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })

describe('a file that is small but expands to much', () => {
  const bombs: { name: string; type: UploadType; code: string; make: () => Promise<Uint8Array> }[] = [
    ...(['png', 'gif', 'webp', 'tiff', 'jpeg'] as const).map((format) => ({
      name: `a ${format} of 49 megapixels`,
      type: `image/${format}` as UploadType,
      code: 'converted',
      make: () => empty(7000, 7000).toFormat(format, { compression: 'deflate', effort: 1 }).toBuffer(),
    })),
    {
      name: 'a png of 51 megapixels',
      type: 'image/png',
      code: 'tooManyPixels',
      make: () => empty(7150, 7150).png().toBuffer(),
    },
    {
      name: 'a tiff of 5000 pages',
      type: 'image/tiff',
      code: 'tooManyPages',
      make: async () => tiffOf(5000),
    },
    {
      name: 'a gif of 3000 frames',
      type: 'image/gif',
      code: 'converted',
      make: async () => {
        const frame = await empty(8, 8).gif().toBuffer()
        const image = frame.subarray(frame.lastIndexOf(0x2c), -1)
        return Buffer.concat([
          frame.subarray(0, -1),
          ...Array.from({ length: 3000 }, () => image),
          bytes(0x3b),
        ])
      },
    },
    {
      name: 'a PDF of 5000 pages',
      type: 'application/pdf',
      code: 'tooManyPages',
      make: () => makePdf((pdf) => Array.from({ length: 4999 }, () => pdf.addPage([10, 10]))),
    },
  ]

  test.each(bombs)('$name is $code', { tags: 'slow' }, async ({ type, code, make }) => {
    const conversion = await convertInChild(await make(), type)
    expect(conversion.result.code).toBe(code)
    expectBounded(conversion)
  })

  test.each([
    {
      name: 'an image of 65535 × 65535 pixels',
      entries: { Type: 'XObject', Subtype: 'Image', Width: 65_535, Height: 65_535, ColorSpace: 'DeviceGray' },
      content: () => Buffer.alloc(400 * 1024 * 1024),
    },
    {
      name: 'a content stream of 400 MB',
      entries: {},
      content: () => Buffer.alloc(400 * 1024 * 1024, '0 0 9 9 re f\n'),
    },
  ])('a PDF with $name costs that file only', { tags: 'slow' }, async ({ entries, content }) => {
    const compressed = deflateSync(content(), { level: 9 })
    const file = await makePdf((pdf, page) => {
      const stream = pdf.context.stream(compressed, {
        ...entries,
        ...('Width' in entries ? { BitsPerComponent: 8 } : {}),
        Filter: 'FlateDecode',
      })
      const ref = pdf.context.register(stream)
      if (!('Width' in entries)) return page.node.set(PDFName.of('Contents'), ref)
      page.node.set(PDFName.of('Resources'), pdf.context.obj({ XObject: { Bomb: ref } } as never))
      const paint = pdf.context.stream('q 595 0 0 842 0 0 cm /Bomb Do Q')
      return page.node.set(PDFName.of('Contents'), pdf.context.register(paint))
    })
    expect(file.length).toBeLessThan(10 * 1024 * 1024)
    const conversion = await convertInChild(file, 'application/pdf')
    expect(['converted', 'broken', 'tooComplex']).toContain(conversion.result.code)
    // Exit code 1 would be a bug of ours: the limits end a child by a signal.
    expect(conversion.died).not.toBe('1')
    if (conversion.result.code === 'converted') {
      expect(conversion.result.pages.map(({ format }) => format)).toEqual(['jpeg'])
    }
    expectBounded(conversion)
  })
})

describe('a file that is two files', () => {
  test('prints only the image of a JPEG with a PDF behind it', async () => {
    const pdf = await makePdf((document) => document.addJavaScript('start', 'app.alert(1)'))
    const file = Buffer.concat([await makeImage['image/jpeg'](), pdf])
    const { result } = await convertInChild(file, 'image/jpeg')
    if (result.code !== 'converted') throw new Error(result.code)
    expect(result.pages.map(({ format }) => format)).toEqual(['jpeg'])
    expect(Buffer.from(result.pages[0]!.content).includes('%PDF')).toBe(false)
  })

  test('prints only the page of a PDF with an archive behind it', async () => {
    const file = Buffer.concat([
      await makePdf((pdf) => drawTwoColours(pdf)),
      Buffer.from('PK\u0003\u0004evil'),
    ])
    const { result } = await convertInChild(file, 'application/pdf')
    if (result.code !== 'converted') throw new Error(result.code)
    for (const { content } of result.pages) expect(Buffer.from(content).includes('evil')).toBe(false)
  })

  test('refuses formats that were not announced', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    expect((await convertInChild(svg, 'image/png')).result).toEqual({ code: 'broken' })
  })
})

describe('a child that dies', () => {
  test.each(['SIGSEGV', 'SIGKILL'] as const)('of %s costs that upload only', async (signal) => {
    const child = startChild()
    await once(child, 'spawn')
    const converting = convertInChild(await makeImage['image/jpeg'](), 'image/jpeg', { child })
    child.kill(signal)
    expect(await converting).toMatchObject({ result: { code: 'tooComplex' }, died: signal })
    const next = await convertInChild(await makeImage['image/jpeg'](), 'image/jpeg')
    expect(next.result.code).toBe('converted')
  })
})
