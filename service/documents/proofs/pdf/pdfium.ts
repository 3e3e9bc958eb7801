import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type WrappedPdfiumModule, init } from '@embedpdf/pdfium'
import { RefusedProof, type Size } from '#service/documents/proofs/proof-page.ts'

/** An error code of `FPDF_GetLastError`: the document needs a password. */
const passwordError = 4

/** Values of PDFium's public headers. */
const bitmapBgrx = 3
const white = 0xffffffff
const withAnnotations = 0x01
const rgbOrder = 0x10
const forPrint = 0x800
const flattenForPrint = 1

type Pdfium = WrappedPdfiumModule & { pdfium: { HEAPU8: Uint8Array } }

let loading: Promise<Pdfium> | undefined

async function loadPdfium(): Promise<Pdfium> {
  loading ??= (async () => {
    const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
    const wasm = await readFile(file)
    const pdfium = (await init({ wasmBinary: new Uint8Array(wasm).buffer })) as Pdfium
    pdfium.PDFiumExt_Init()
    return pdfium
  })()
  return loading
}

/** A document that PDFium has opened. `close` frees its memory. */
export interface OpenedPdf {
  pageCount: number
  /** Returns the size of a page in points (1/72 inch), after its rotation. */
  sizeOf(page: number): Size
  /** Draws a page in the given size in pixels. Returns 4 bytes per pixel: red, green, blue and an undefined one. */
  draw(page: number, size: Size): Uint8Array
  close(): void
}

/** Opens a PDF. Throws `RefusedProof` if it is broken or encrypted, even if it needs no password to be read. */
export async function openPdf(content: Uint8Array): Promise<OpenedPdf> {
  const pdfium = await loadPdfium()
  const { malloc, free } = pdfium.pdfium.wasmExports
  const copy = malloc(content.length)
  pdfium.pdfium.HEAPU8.set(content, copy)
  const doc = pdfium.FPDF_LoadMemDocument(copy, content.length, '')
  const close = () => {
    if (doc) pdfium.FPDF_CloseDocument(doc)
    free(copy)
  }
  if (!doc) {
    const code = pdfium.FPDF_GetLastError() === passwordError ? 'encrypted' : 'broken'
    close()
    throw new RefusedProof(code)
  }
  if (pdfium.FPDF_GetSecurityHandlerRevision(doc) !== -1) {
    close()
    throw new RefusedProof('encrypted')
  }
  return {
    pageCount: pdfium.FPDF_GetPageCount(doc),
    sizeOf: (page) => withPage(pdfium, { doc, page }, (handle) => sizeOf(pdfium, handle)),
    draw: (page, size) => {
      // Without a form environment, PDFium draws the values of fields only after they became part of the page.
      withPage(pdfium, { doc, page }, (handle) => pdfium.FPDFPage_Flatten(handle, flattenForPrint))
      return withPage(pdfium, { doc, page }, (handle) => draw(pdfium, handle, size))
    },
    close,
  }
}

function withPage<T>(pdfium: Pdfium, at: { doc: number; page: number }, use: (handle: number) => T): T {
  const handle = pdfium.FPDF_LoadPage(at.doc, at.page)
  if (!handle) throw new RefusedProof('broken')
  try {
    return use(handle)
  } finally {
    pdfium.FPDF_ClosePage(handle)
  }
}

function sizeOf(pdfium: Pdfium, handle: number): Size {
  const size = { width: pdfium.FPDF_GetPageWidthF(handle), height: pdfium.FPDF_GetPageHeightF(handle) }
  if (!(size.width > 0 && size.height > 0)) throw new RefusedProof('broken')
  return size
}

function draw(pdfium: Pdfium, handle: number, { width, height }: Size): Uint8Array {
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapBgrx, 0, 0)
  if (!bitmap) throw new RefusedProof('tooComplex')
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
    const flags = withAnnotations | rgbOrder | forPrint
    pdfium.FPDF_RenderPageBitmap(bitmap, handle, 0, 0, width, height, 0, flags)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    return pdfium.pdfium.HEAPU8.slice(start, start + width * height * 4)
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}
