import { Buffer } from 'node:buffer'
import type { Size } from '#service/documents/proofs/proof-page.ts'

const startOfImage = 0xffd8
const startOfScan = 0xda
const comment = 0xfe
/** JFIF and Adobe segments describe colours. Other APP segments carry EXIF, GPS, XMP, thumbnails or profiles. */
const colourSegments = new Set([0xe0, 0xee])
/** Markers of a frame header, without those of tables (0xc4, 0xcc) and the reserved 0xc8. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Returns the size of a JPEG in pixels by its header; undefined if it carries metadata or its header is broken. */
export function plainJpegSize(content: Uint8Array): Size | undefined {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length)
  if (file.length < 4 || file.readUInt16BE(0) !== startOfImage) return undefined
  let size: Size | undefined
  for (let at = 2; at + 9 < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    if (file[at] !== 0xff) return undefined
    const marker = file[at + 1]!
    if (marker === startOfScan) return size
    if (marker === comment) return undefined
    if (marker >= 0xe0 && marker <= 0xef && !colourSegments.has(marker)) return undefined
    if (isFrame(marker)) size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
  }
  return undefined
}
