import { PDFDocument, ParseSpeeds } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { maxProofPageBytes } from '#domain/uploads/proof-rules.ts'
import { printImage } from '#service/documents/proofs/images/print-image.ts'
import {
  type ProofPage,
  RefusedProof,
  type Size,
  maxDpi,
  pixelsAt,
  printArea,
} from '#service/documents/proofs/proof-page.ts'
import { extractPage } from './extract-page.ts'
import { hasActiveContent } from './has-active-content.ts'
import { type OpenedPdf, openPdf } from './pdfium.ts'
import { looksTheSame } from './looks-the-same.ts'

/**
 * Reads a PDF. A page that is safe to embed stays a PDF page, all others are drawn. Throws `RefusedProof` if the PDF is
 * broken, encrypted or active.
 */
export async function readPdf(content: Uint8Array, maxPages: number): Promise<ProofPage[]> {
  const drawn = await openPdf(content)
  try {
    if (drawn.pageCount > maxPages) throw new RefusedProof('tooManyPages')
    if (drawn.pageCount === 0) throw new RefusedProof('broken')
    const parsed = await parse(content)
    if (parsed && hasActiveContent(parsed)) throw new RefusedProof('active')
    const pages: ProofPage[] = []
    for (let page = 0; page < drawn.pageCount; page++) {
      pages.push((await embed(drawn, parsed, page)) ?? (await draw(drawn, page)))
    }
    return pages
  } finally {
    drawn.close()
  }
}

/** Returns undefined if only PDFium can repair the file. Its pages are then drawn, and nothing else of it is used. */
async function parse(content: Uint8Array): Promise<PDFDocument | undefined> {
  return PDFDocument.load(content, { parseSpeed: ParseSpeeds.Fastest, updateMetadata: false }).catch(
    () => undefined,
  )
}

async function embed(
  drawn: OpenedPdf,
  parsed: PDFDocument | undefined,
  page: number,
): Promise<ProofPage | undefined> {
  if (!parsed) return undefined
  try {
    const content = await extractPage(parsed.getPage(page))
    if (!content || content.length > maxProofPageBytes) return undefined
    if (!(await looksTheSame(drawn, page, content))) return undefined
    return { format: 'pdf', content, ...sizeInPrint(drawn.sizeOf(page)) }
  } catch {
    // The page is drawn instead.
    return undefined
  }
}

async function draw(drawn: OpenedPdf, page: number): Promise<ProofPage> {
  const printed = sizeInPrint(drawn.sizeOf(page))
  const size = { width: pixelsAt(maxDpi, printed.widthMm), height: pixelsAt(maxDpi, printed.heightMm) }
  const pixels = sharp(drawn.draw(page, size), { raw: { ...size, channels: 4 } })
  const { format, content } = await printImage(pixels)
  return { format, content, ...printed }
}

const mmPerPoint = 25.4 / 72

/** Returns the printed size in mm of a page with the given size in points. A small page keeps its size. */
function sizeInPrint({ width, height }: Size): { widthMm: number; heightMm: number } {
  const scale = Math.min(mmPerPoint, printArea.widthMm / width, printArea.heightMm / height)
  return { widthMm: width * scale, heightMm: height * scale }
}
