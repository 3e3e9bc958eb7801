import { randomBytes } from 'node:crypto'

// The files begin like real files. Their other bytes are arbitrary, because the service examines only the first bytes.

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const box = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1heic`, 'latin1')])

/** One file of each accepted type. */
export const sampleFiles = {
  'application/pdf': Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'),
  'image/jpeg': Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    16,
    ...Buffer.from('JFIF\0'),
    1,
    1,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
  ]),
  'image/png': png,
  'image/webp': Buffer.from(
    'RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0\x2f\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0',
    'latin1',
  ),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/heic': box('heic'),
  'image/heif': box('mif1'),
}

/** Returns a PDF of the given size; its content differs in each call. */
export function pdfOf(bytes: number): Buffer {
  const head = sampleFiles['application/pdf']
  return Buffer.concat([head, randomBytes(Math.max(0, bytes - head.length))]).subarray(0, bytes)
}
