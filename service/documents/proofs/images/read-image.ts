import sharp from 'sharp'
import { maxProofPixels } from '#domain/uploads/proof-rules.ts'
import { type ProofPage, RefusedProof } from '#service/documents/proofs/proof-page.ts'
import { checkSize, decodeWithin, paper, printImage } from './print-image.ts'

// Only these decoders of libvips read files of visitors.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
})

/**
 * Reads a JPEG, PNG, WebP, GIF, AVIF or TIFF. A TIFF can have several pages; of an animation, only the first frame is
 * printed. The size in the header is checked before any pixel is decoded.
 */
export async function readImage(content: Uint8Array, maxPages: number): Promise<ProofPage[]> {
  const { format, pages = 1 } = await sharp(content, { limitInputPixels: false }).metadata()
  const count = format === 'tiff' ? pages : 1
  if (count > maxPages) throw new RefusedProof('tooManyPages')
  const printed: ProofPage[] = []
  for (let page = 0; page < count; page++) printed.push(await readPage(content, page))
  return printed
}

async function readPage(content: Uint8Array, page: number): Promise<ProofPage> {
  const { width, height } = await sharp(content, { page, limitInputPixels: false }).metadata()
  checkSize({ width, height })
  const image = sharp(content, { page, limitInputPixels: maxProofPixels, failOn: 'error' })
  return decodeWithin({ width, height }, () => printImage(image.flatten(paper)))
}
