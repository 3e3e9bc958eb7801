import { type UploadStore, uploadPartBytes } from '#db/ports/upload-store.ts'
import { maxFilePages, maxProofPageBytes } from '#domain/uploads/proof-rules.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'

// The pages of an upload are stored as further parts of it: they are encrypted with the same key, and removed and erased
// together with it.

/** Number of the part with the number of pages. It is greater than the number of any part of a content. */
const countPart = 1_000_000
const firstPagePart = countPart + 1
/** Bytes before the content of a page: a byte for the format, and the printed width and height as floats of 8 bytes. */
const headBytes = 17
const partsOfPage = Math.ceil((headBytes + maxProofPageBytes) / uploadPartBytes)
const formats = ['jpeg', 'pdf'] as const

/**
 * Stores the pages of an upload that is not finished. Returns their bytes, or undefined if the upload was removed
 * meanwhile, for example by an erasure.
 */
export async function savePages(
  uploads: Pick<UploadStore, 'add'>,
  id: string,
  pages: readonly ProofPage[],
): Promise<number | undefined> {
  let bytes = 0
  for (const [number, part] of [...pages.flatMap(partsWithNumbers), countOf(pages)]) {
    bytes += part.length
    if (!(await uploads.add(id, number, part))) return undefined
  }
  return bytes
}

/** Returns the number of pages of an upload, or undefined if it was stored before uploads were converted. */
export async function countPages(
  uploads: Pick<UploadStore, 'read'>,
  id: string,
): Promise<number | undefined> {
  return (await uploads.read(id, countPart))?.[0]
}

/** Returns the pages of an upload, or undefined if it was stored before uploads were converted. */
export async function readPages(
  uploads: Pick<UploadStore, 'read'>,
  id: string,
): Promise<ProofPage[] | undefined> {
  const count = await countPages(uploads, id)
  if (count === undefined) return undefined
  const pages: ProofPage[] = []
  for (let index = 0; index < count; index++) pages.push(await readPage(uploads, id, index))
  return pages
}

/** Returns the numbers of all parts that can hold pages, for copying an upload. */
export function pagePartNumbers(): number[] {
  return Array.from({ length: 1 + maxFilePages * partsOfPage }, (_, index) => countPart + index)
}

function countOf(pages: readonly ProofPage[]): [number, Uint8Array] {
  return [countPart, Uint8Array.of(pages.length)]
}

function partsWithNumbers(page: ProofPage, index: number): [number, Uint8Array][] {
  const head = Buffer.alloc(headBytes)
  head.writeUInt8(formats.indexOf(page.format), 0)
  head.writeDoubleLE(page.widthMm, 1)
  head.writeDoubleLE(page.heightMm, 9)
  const bytes = Buffer.concat([head, page.content])
  if (bytes.length > partsOfPage * uploadPartBytes) throw new RangeError('the page of a proof is too large')
  const parts = Math.ceil(bytes.length / uploadPartBytes)
  return Array.from({ length: parts }, (_, part) => [
    firstPagePart + index * partsOfPage + part,
    bytes.subarray(part * uploadPartBytes, (part + 1) * uploadPartBytes),
  ])
}

async function readPage(uploads: Pick<UploadStore, 'read'>, id: string, index: number): Promise<ProofPage> {
  const parts: Uint8Array[] = []
  while (parts.length < partsOfPage) {
    const part = await uploads.read(id, firstPagePart + index * partsOfPage + parts.length)
    if (!part) break
    parts.push(part)
  }
  const bytes = Buffer.concat(parts)
  const format = formats[bytes[0] ?? formats.length]
  if (!format || bytes.length <= headBytes) throw new Error(`page ${index} of the upload ${id} is missing`)
  return {
    format,
    content: bytes.subarray(headBytes),
    widthMm: bytes.readDoubleLE(1),
    heightMm: bytes.readDoubleLE(9),
  }
}
