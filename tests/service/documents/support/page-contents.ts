import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type WrappedPdfiumModule, init } from '@embedpdf/pdfium'
import { openPdf } from '#service/documents/proofs/pdf/pdfium.ts'

/** A rectangle on a page, in mm from its upper left corner. */
export interface Area {
  left: number
  top: number
  right: number
  bottom: number
}

const mmPerPoint = 25.4 / 72
const a4 = { width: 210, height: 297 }

type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } }
let loading: Promise<Pdfium> | undefined

async function loadPdfium(): Promise<Pdfium> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
  const pdfium = (await init({ wasmBinary: new Uint8Array(readFileSync(file)).buffer })) as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Returns the text of each page, and the area of each of its characters. */
export async function readText(pdf: Uint8Array): Promise<{ text: string; areas: Area[] }[]> {
  loading ??= loadPdfium()
  const pdfium = await loading
  const copy = pdfium.pdfium.wasmExports.malloc(pdf.length)
  pdfium.pdfium.HEAPU8.set(pdf, copy)
  const doc = pdfium.FPDF_LoadMemDocument(copy, pdf.length, '')
  const pages = Array.from({ length: pdfium.FPDF_GetPageCount(doc) }, (unused, index) => {
    const page = pdfium.FPDF_LoadPage(doc, index)
    const text = pdfium.FPDFText_LoadPage(page)
    const count = pdfium.FPDFText_CountChars(text)
    const characters = Array.from({ length: count }, (_, at) => ({
      character: String.fromCodePoint(pdfium.FPDFText_GetUnicode(text, at)),
      area: areaOf(pdfium, text, at, pdfium.FPDF_GetPageHeightF(page)),
    }))
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    return {
      text: characters.map(({ character }) => character).join(''),
      areas: characters.map(({ area }) => area),
    }
  })
  pdfium.FPDF_CloseDocument(doc)
  pdfium.pdfium.wasmExports.free(copy)
  return pages
}

function areaOf(pdfium: Pdfium, text: number, at: number, pageHeight: number): Area {
  const { malloc, free } = pdfium.pdfium.wasmExports
  const out = malloc(32)
  pdfium.FPDFText_GetCharBox(text, at, out, out + 8, out + 16, out + 24)
  const view = new DataView(pdfium.pdfium.HEAPU8.buffer, out, 32)
  const [left, right, bottom, top] = [0, 8, 16, 24].map(
    (offset) => view.getFloat64(offset, true) * mmPerPoint,
  )
  free(out)
  const height = pageHeight * mmPerPoint
  return { left: left!, right: right!, top: height - top!, bottom: height - bottom! }
}

/** Returns the area of a text on a page. Throws an Error if the page does not contain it. */
export function areaOfText({ text, areas }: { text: string; areas: Area[] }, wanted: string): Area {
  const from = text.indexOf(wanted)
  if (from === -1) throw new Error(`not on the page: ${wanted}`)
  const boxes = areas.slice(from, from + wanted.length)
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

const pixelsPerMm = 4

/** Returns whether anything is printed in an area of a page, text or not. Pages count from 0. */
export async function isPrintedIn(pdf: Uint8Array, page: number, area: Area): Promise<boolean> {
  const opened = await openPdf(pdf)
  const size = { width: a4.width * pixelsPerMm, height: a4.height * pixelsPerMm }
  const pixels = opened.draw(page, size)
  opened.close()
  const [left, top, right, bottom] = [area.left, area.top, area.right, area.bottom].map(
    (mm) => mm * pixelsPerMm,
  )
  for (let y = Math.floor(top!); y < Math.ceil(bottom!); y++)
    for (let x = Math.floor(left!); x < Math.ceil(right!); x++) {
      const at = (y * size.width + x) * 4
      if (pixels[at]! + pixels[at + 1]! + pixels[at + 2]! < 3 * 255) return true
    }
  return false
}

/** The edges of a page that stay free for printing, 5 mm wide. */
export const edges: Area[] = [
  { left: 0, top: 0, right: a4.width, bottom: 5 },
  { left: 0, top: a4.height - 5, right: a4.width, bottom: a4.height },
  { left: 0, top: 0, right: 5, bottom: a4.height },
  { left: a4.width - 5, top: 0, right: a4.width, bottom: a4.height },
]
