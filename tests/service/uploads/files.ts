import { randomBytes } from 'node:crypto'
import { makeImage } from '#tests/service/documents/proofs/support/images.ts'

const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> >>',
]

/** Bytes by which the positions and lengths in a large PDF are longer than in a small one, at most. */
const numberBytes = 20

/**
 * Returns a PDF of the given size with one empty page; its content differs in each call. A size that is too small for a
 * PDF yields only the beginning of one.
 */
export function pdfOf(bytes: number): Buffer {
  const file = assemblePdf(Math.max(0, bytes - assemblePdf(0).length - numberBytes))
  return Buffer.concat([file, Buffer.alloc(Math.max(0, bytes - file.length), '\n')]).subarray(0, bytes)
}

/** Returns a PDF with an unused stream of random bytes. */
function assemblePdf(padding: number): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const add = (...content: (string | Buffer)[]) => {
    offsets.push(length())
    parts.push(
      Buffer.from(`${offsets.length} 0 obj\n`),
      ...content.map((part) => Buffer.from(part)),
      Buffer.from('\nendobj\n'),
    )
  }
  for (const object of objects) add(object)
  add(`<< /Length ${padding} >>\nstream\n`, randomBytes(padding), '\nendstream')
  const start = length()
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const table = `xref\n0 ${rows.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<< /Size ${rows.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + trailer)])
}

/** Returns a HEIC file with the brand of other HEIF images. */
async function makeHeif(): Promise<Buffer> {
  const file = await makeImage['image/heic']()
  file.write('mif1', 8, 'latin1')
  return file
}

/** One file of each accepted type. */
export const sampleFiles = {
  'application/pdf': pdfOf(700),
  'image/jpeg': await makeImage['image/jpeg'](),
  'image/png': await makeImage['image/png'](),
  'image/webp': await makeImage['image/webp'](),
  'image/gif': await makeImage['image/gif'](),
  'image/heic': await makeImage['image/heic'](),
  'image/heif': await makeHeif(),
  'image/avif': await makeImage['image/avif'](),
  'image/bmp': await makeImage['image/bmp'](),
  'image/tiff': await makeImage['image/tiff'](),
}
