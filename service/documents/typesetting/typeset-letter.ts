import { PdfStandard } from '@myriaddreamin/typst-ts-node-compiler'
import type { LetterContent } from '#domain/documents/content.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'
import { drawProofs } from './draw-proofs.ts'
import { contentInput, layOut, writePdf } from './typeset-document.ts'

/** Densities of the template, from comfortable to dense. */
const densities = [0, 1, 2, 3, 4]

/** Densities in which a letter is set to fit on one page. The others are only used to fit on two. */
const comfortable = densities.slice(0, 3)

const maxLetterPages = 2

/** Limits of letter services for a letter with its proofs: bytes and pages. */
const maxPrintBytes = 8_000_000
const maxPrintPages = 50

/** The application has more than two pages, or the letter exceeds the limits of letter services. */
class LetterTooLarge extends Error {
  override name = 'LetterTooLarge'
}

/** Typesets the application as PDF/UA-1: the customer's copy. Throws `LetterTooLarge`. */
export function typesetLetter(content: LetterContent) {
  const document = layOutLetter(content, { density: densityOf(content), proofs: 0 })
  return { pdf: writePdf(document, PdfStandard.UA_1), pages: document.numOfPages }
}

/** Typesets the application with the pages of its proofs. It is read on paper only. Throws `LetterTooLarge`. */
export async function typesetPrintLetter(content: LetterContent, proofs: readonly ProofPage[]) {
  const bytes = proofs.reduce((sum, page) => sum + page.content.length, 0)
  if (bytes > maxPrintBytes || proofs.length > maxPrintPages) throw new LetterTooLarge()
  const document = layOutLetter(content, { density: densityOf(content), proofs: proofs.length })
  const pages = document.numOfPages
  const pdf = await drawProofs(writePdf(document, PdfStandard.V_1_7), proofs)
  if (pdf.length > maxPrintBytes || pages > maxPrintPages) throw new LetterTooLarge()
  return { pdf, pages }
}

/**
 * Returns the most comfortable density with which the letter fits on one page, else on two. Throws `LetterTooLarge` if
 * no density is dense enough.
 */
function densityOf(content: LetterContent): number {
  const fits = (density: number, pages: number) =>
    layOutLetter(content, { density, proofs: 0 }).numOfPages <= pages
  const density =
    comfortable.find((one) => fits(one, 1)) ?? densities.find((one) => fits(one, maxLetterPages))
  if (density === undefined) throw new LetterTooLarge()
  return density
}

function layOutLetter(content: LetterContent, { density, proofs }: { density: number; proofs: number }) {
  const inputs = { content: contentInput(content), density: String(density), proofs: String(proofs) }
  return layOut({ template: 'letter', inputs })
}
