import { readFileSync } from 'node:fs'
import path from 'node:path'
import { encode } from 'bmp-ts'
import sharp, { type Sharp } from 'sharp'
import type { UploadType } from '#domain/uploads/upload-types.ts'

export type ImageType = Exclude<UploadType, 'application/pdf'>

/** Colours of the left and the right half of the sample images. */
export const left = { r: 220, g: 20, b: 20 }
export const right = { r: 20, g: 20, b: 220 }

/** Returns an image whose left half is red and whose right half is blue. */
export function twoColours(width = 64, height = 48): Sharp {
  const half = Math.floor(width / 2)
  const blue = { create: { width: width - half, height, channels: 3 as const, background: right } }
  return sharp({ create: { width, height, channels: 3, background: left } }).composite([
    { input: blue, left: half, top: 0 },
  ])
}

const heic = () => readFileSync(path.join(import.meta.dirname, 'two-colours.heic'))

/** Makes a sample of 64 × 48 pixels in each accepted format. */
export const makeImage: Record<ImageType, () => Promise<Buffer>> = {
  'image/jpeg': () => twoColours().jpeg().toBuffer(),
  'image/png': () => twoColours().png().toBuffer(),
  'image/webp': () => twoColours().webp().toBuffer(),
  'image/gif': () => twoColours().gif().toBuffer(),
  'image/avif': () => twoColours().avif({ effort: 0 }).toBuffer(),
  'image/tiff': () => twoColours().tiff().toBuffer(),
  'image/bmp': async () => encodeBmp(await twoColours().ensureAlpha().raw().toBuffer(), 64, 48),
  'image/heic': async () => heic(),
  'image/heif': async () => heic(),
}

/** Encodes RGBA pixels as a BMP with 24 bits per pixel. */
export function encodeBmp(rgba: Buffer, width: number, height: number): Buffer {
  const abgr = Buffer.alloc(rgba.length)
  for (let at = 0; at < rgba.length; at += 4) abgr.writeUInt32LE(rgba.readUInt32BE(at), at)
  return encode({ data: abgr, width, height, bitPP: 24 }).data
}

/** Returns a TIFF with this number of pages of 8 × 8 black pixels. The pages share one strip. */
export function tiffOf(pages: number, { width = 8, height = 8 } = {}): Buffer {
  const strip = Buffer.alloc(64)
  const entries = (offset: number): [tag: number, type: number, value: number][] => [
    [256, 4, width],
    [257, 4, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, offset],
    [277, 3, 1],
    [278, 4, height],
    [279, 4, strip.length],
  ]
  const header = Buffer.from('II*\0\x48\0\0\0', 'latin1')
  const directoryBytes = 2 + entries(0).length * 12 + 4
  const directories = Array.from({ length: pages }, (_, page) => {
    const directory = Buffer.alloc(directoryBytes)
    directory.writeUInt16LE(entries(0).length, 0)
    entries(header.length).forEach(([tag, type, value], index) => {
      const at = 2 + index * 12
      directory.writeUInt16LE(tag, at)
      directory.writeUInt16LE(type, at + 2)
      directory.writeUInt32LE(1, at + 4)
      directory.writeUInt32LE(value, at + 8)
    })
    const next = page + 1 < pages ? header.length + strip.length + (page + 1) * directoryBytes : 0
    directory.writeUInt32LE(next, directoryBytes - 4)
    return directory
  })
  return Buffer.concat([header, strip, ...directories])
}

/** Returns the colour of a pixel, at fractions of width and height. */
export async function colourAt(image: Uint8Array, x: number, y: number) {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  return { r: data[at]!, g: data[at + 1]!, b: data[at + 2]! }
}

/** Replaces the first occurrence of a byte sequence by another of the same length. */
export function patch(file: Uint8Array, from: Uint8Array, to: Uint8Array): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf(from)
  if (at < 0 || from.length !== to.length) throw new Error('the sample has no such bytes')
  copy.set(to, at)
  return copy
}
