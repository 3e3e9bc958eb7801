import sharp, { type Sharp } from 'sharp'
import { maxProofPageBytes, maxProofPixels } from '#domain/uploads/proof-rules.ts'
import {
  type ProofPage,
  RefusedProof,
  type Size,
  maxDpi,
  pixelsAt,
  printArea,
  printedSize,
} from '#service/documents/proofs/proof-page.ts'

/** Colour of transparent areas in print. */
export const paper = { background: '#fff' }

// A child process converts one file after the other, so threads and a cache would only take memory.
sharp.cache(false)
sharp.concurrency(1)

/** Attempts to stay below `maxProofPageBytes`, from the best. The last one is enough even for noise. */
const attempts = [
  { dpi: maxDpi, quality: 80 },
  { dpi: maxDpi, quality: 65 },
  { dpi: 240, quality: 65 },
  { dpi: 200, quality: 62 },
  { dpi: 170, quality: 60 },
  { dpi: 150, quality: 55 },
  { dpi: 120, quality: 50 },
  { dpi: 96, quality: 40 },
  { dpi: 72, quality: 30 },
]

/** Throws `RefusedProof` unless the image has a size and at most `maxProofPixels` pixels. */
export function checkSize({ width, height }: Size): void {
  if (!(width > 0 && height > 0)) throw new RefusedProof('broken')
  if (width * height > maxProofPixels) throw new RefusedProof('tooManyPixels')
}

/** Images with more pixels than this one mostly fail because the child has not enough memory for them. */
const largePixels = 20_000_000

/** Returns the result of `decode`. If it throws for a large image, throws `RefusedProof` with `tooComplex`. */
export async function decodeWithin<T>({ width, height }: Size, decode: () => T | Promise<T>): Promise<T> {
  try {
    return await decode()
  } catch (error) {
    if (error instanceof RefusedProof || width * height <= largePixels) throw error
    throw new RefusedProof('tooComplex', { cause: error })
  }
}

/**
 * Returns the page that shows an image: a JPEG without metadata. An alpha channel is ignored. Throws an error of the
 * decoder if the image is broken.
 */
export async function printImage(image: Sharp): Promise<ProofPage> {
  const { data, info } = await image
    .autoOrient()
    .resize({
      width: pixelsAt(maxDpi, printArea.widthMm),
      height: pixelsAt(maxDpi, printArea.heightMm),
      fit: 'inside',
      withoutEnlargement: true,
    })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const size = printedSize({ width, height })
  const pixels = sharp(data, { raw: { width, height, channels } })
  return { format: 'jpeg', content: await compress(pixels, size), ...size }
}

async function compress(pixels: Sharp, { widthMm, heightMm }: Omit<ProofPage, 'format' | 'content'>) {
  for (const { dpi, quality } of attempts) {
    const content = await pixels
      .clone()
      .resize({
        width: pixelsAt(dpi, widthMm),
        height: pixelsAt(dpi, heightMm),
        fit: 'inside',
        withoutEnlargement: true,
      })
      .jpeg({ quality })
      .toBuffer()
    if (content.length <= maxProofPageBytes) return content
  }
  throw new RefusedProof('tooComplex')
}
