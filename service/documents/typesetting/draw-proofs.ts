import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'

const pointsPerMm = 72 / 25.4

/**
 * Draws proofs in the middle of the last pages of a PDF, one on each. The files are embedded as they are: Typst would
 * decode all images at once, which takes more memory than the process may use.
 */
export async function drawProofs(pdf: Uint8Array, proofs: readonly ProofPage[]): Promise<Uint8Array> {
  if (proofs.length === 0) return pdf
  const letter = await PDFDocument.load(pdf, { updateMetadata: false })
  const first = letter.getPageCount() - proofs.length
  for (const [index, proof] of proofs.entries()) await drawProof(letter, letter.getPage(first + index), proof)
  return letter.save()
}

async function drawProof(letter: PDFDocument, page: PDFPage, { format, content, ...size }: ProofPage) {
  const [width, height] = [size.widthMm * pointsPerMm, size.heightMm * pointsPerMm]
  const at = { x: (page.getWidth() - width) / 2, y: (page.getHeight() - height) / 2, width, height }
  if (format === 'jpeg') page.drawImage(await letter.embedJpg(content), at)
  else page.drawPage((await letter.embedPdf(content))[0]!, at)
}
