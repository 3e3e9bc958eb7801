import { Buffer } from 'node:buffer'
import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFRawStream, type PDFStream } from '@cantoo/pdf-lib'
import { plainJpegSize } from './plain-jpeg.ts'
import type { Found } from './reachable-objects.ts'

/** Maximum size of the decompressed streams of a page, in bytes. An A4 scan in 200 dpi has 12 MB. */
export const maxInflatedBytes = 16 * 1024 * 1024

/** Maximum number of pixels of an image in a PDF page. */
const maxImagePixels = 16_000_000

/** Returns whether a dictionary of a page's resources and contents can be embedded as it is. */
export function isPlain({ dict, stream }: Found, budget: { bytes: number }): boolean {
  // A layer can be hidden; only a viewer knows whether it is printed.
  if (dict.has(PDFName.of('OC')) || ['OCG', 'OCMD'].includes(nameIn(dict, 'Type'))) return false
  if (nameIn(dict, 'Type') === 'Font' && !isEmbeddedFont(dict)) return false
  if (!stream) return true
  if (nameIn(dict, 'Subtype') === 'PS') return false
  return isPlainStream(dict, stream, budget)
}

/** The letter service refuses letters with fonts that are not embedded. */
function isEmbeddedFont(font: PDFDict): boolean {
  const type = nameIn(font, 'Subtype')
  // The glyphs of a Type 3 font are content streams; a Type 0 font refers to a font that is examined itself.
  if (type === 'Type3' || type === 'Type0') return true
  const descriptor = font.lookup(PDFName.of('FontDescriptor'))
  if (!(descriptor instanceof PDFDict)) return false
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.has(PDFName.of(key)))
}

function isPlainStream(dict: PDFDict, stream: PDFStream, budget: { bytes: number }): boolean {
  if (!(stream instanceof PDFRawStream)) return false
  const isImage = nameIn(dict, 'Subtype') === 'Image'
  const size = { width: numberIn(dict, 'Width'), height: numberIn(dict, 'Height') }
  if (isImage && !(size.width * size.height <= maxImagePixels)) return false
  switch (filterOf(dict)) {
    case 'none':
      return isPlainContent(stream.contents, isImage, budget)
    case 'FlateDecode':
      return isPlainContent(
        inflateSync(stream.contents, { maxOutputLength: Math.max(1, budget.bytes) }),
        isImage,
        budget,
      )
    case 'DCTDecode': {
      const inside = isImage ? plainJpegSize(stream.contents) : undefined
      return inside?.width === size.width && inside.height === size.height
    }
    default:
      // Rare filters are drawn by PDFium, so that the typesetter needs no decoders for them.
      return false
  }
}

/** Returns whether decompressed content fits into the budget and has no inline JPEG, which can carry metadata. */
function isPlainContent(content: Uint8Array, isImage: boolean, budget: { bytes: number }): boolean {
  budget.bytes -= content.length
  if (budget.bytes <= 0) return false
  return isImage || !Buffer.from(content.buffer, content.byteOffset, content.length).includes('/DCT')
}

function filterOf(dict: PDFDict): string {
  const filter = dict.lookup(PDFName.of('Filter'))
  if (!filter) return 'none'
  const single = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter
  return single instanceof PDFName ? single.decodeText() : 'several'
}

function nameIn(dict: PDFDict, key: string): string {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFName ? value.decodeText() : ''
}

function numberIn(dict: PDFDict, key: string): number {
  const value = dict.lookup(PDFName.of(key))
  return value instanceof PDFNumber ? value.asNumber() : Number.NaN
}
