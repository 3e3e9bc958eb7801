import libheif, { type HeifImage, type HeifPlane } from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { type ProofPage, RefusedProof } from '#service/documents/proofs/proof-page.ts'
import { checkSize, decodeWithin, printImage } from './print-image.ts'

/** Red, green and blue. */
const channels = 3

/**
 * Reads the primary image of a HEIC or HEIF file, which the prebuilt libvips does not for reasons of patents. libheif
 * applies the rotation itself. The size in the header is checked before any pixel is decoded.
 */
export async function readHeic(content: Uint8Array): Promise<ProofPage[]> {
  const images = new libheif.HeifDecoder().decode(content)
  const primary = images.find(({ handle }) => libheif.heif_image_handle_is_primary_image(handle)) ?? images[0]
  if (!primary) throw new RefusedProof('broken')
  const size = { width: primary.get_width(), height: primary.get_height() }
  checkSize(size)
  return decodeWithin(size, async () => {
    const plane = decode(primary)
    checkSize(plane)
    const { width, height } = plane
    return [await printImage(sharp(withoutPadding(plane), { raw: { width, height, channels } }))]
  })
}

function decode({ handle }: HeifImage): HeifPlane {
  const { heif_colorspace: colorspace, heif_chroma: chroma } = libheif
  // Photos have no alpha channel, and four bytes per pixel would take more memory.
  const decoded = libheif.heif_js_decode_image2(
    handle,
    colorspace.heif_colorspace_RGB,
    chroma.heif_chroma_interleaved_RGB,
  )
  const plane = decoded.channels?.[0]
  if (!plane) throw new Error('the HEIC cannot be decoded', { cause: decoded })
  return plane
}

/**
 * Returns the pixels of a plane, whose rows are padded to `stride` bytes. Moves the rows within the decoder's memory: a
 * copy, as `image.display()` makes one, would not fit into the memory of the child.
 */
function withoutPadding({ data, stride, width, height }: HeifPlane): Uint8Array {
  const row = width * channels
  for (let y = 1; y < height; y++) data.copyWithin(y * row, y * stride, y * stride + row)
  return data.subarray(0, row * height)
}
