import type { PDFDocument } from '@cantoo/pdf-lib'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'
import { countPages, readPages } from '#service/documents/proofs/stored-pages.ts'

/** Types that browsers download instead of showing them. */
const notShown: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/tiff'])

const pointsPerMm = 72 / 25.4

/** Returns whether a proof is shown by its converted pages, because browsers do not show its file. */
export async function needsPages(
  uploads: Pick<UploadStore, 'read'>,
  { id, mimeType }: Pick<Upload, 'id' | 'mimeType'>,
): Promise<boolean> {
  return notShown.has(mimeType) && (await countPages(uploads, id)) !== undefined
}

/**
 * Returns the converted pages of a proof as one PDF; undefined if the proof was stored before proofs were converted. A
 * page is as large as its content, which the service has produced itself.
 */
export async function proofPages(
  uploads: Pick<UploadStore, 'read'>,
  { id }: Pick<Upload, 'id'>,
): Promise<Uint8Array | undefined> {
  const pages = await readPages(uploads, id)
  if (!pages) return undefined
  // Most processes never need the library, which takes 6 MB.
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  for (const page of pages) await addPage(pdf, page)
  return pdf.save()
}

async function addPage(pdf: PDFDocument, { format, content, widthMm, heightMm }: ProofPage): Promise<void> {
  const width = widthMm * pointsPerMm
  const height = heightMm * pointsPerMm
  const place = { x: 0, y: 0, width, height }
  const page = pdf.addPage([width, height])
  if (format === 'jpeg') page.drawImage(await pdf.embedJpg(content), place)
  else page.drawPage((await pdf.embedPdf(content))[0]!, place)
}
