import { Buffer } from 'node:buffer'
import { decode } from 'bmp-ts'
import sharp from 'sharp'
import { type ProofPage, RefusedProof, type Size } from '#service/documents/proofs/proof-page.ts'
import { checkSize, printImage } from './print-image.ts'

/** Reads a BMP, which libvips does not. The size in the header is checked before any pixel is decoded. */
export async function readBmp(content: Uint8Array): Promise<ProofPage[]> {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  checkSize(sizeInHeader(file))
  const { data, width, height } = decode(file, { toRGBA: true })
  const pixels = sharp(data, { raw: { width, height, channels: 4 } })
  // The fourth byte of a pixel is undefined in most files, so it is no transparency.
  return [await printImage(pixels)]
}

/** Size of the oldest information header (OS/2 1.x), in bytes. The decoder does not read it. */
const os2HeaderBytes = 12

function sizeInHeader(file: Buffer): Size {
  if (file.readUInt32LE(14) <= os2HeaderBytes) throw new RefusedProof('broken')
  // A negative height says that the rows are stored from top to bottom.
  return { width: file.readInt32LE(18), height: Math.abs(file.readInt32LE(22)) }
}
