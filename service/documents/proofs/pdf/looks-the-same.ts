import { type OpenedPdf, openPdf } from './pdfium.ts'

/** Length of the longer side in which pages are compared, in pixels. */
const comparedPixels = 500

/**
 * Returns whether the only page of a PDF looks like a page of the file that it was extracted from. Two libraries may
 * understand a damaged file in different ways, and a proof must not change.
 */
export async function looksTheSame(
  original: OpenedPdf,
  page: number,
  extracted: Uint8Array,
): Promise<boolean> {
  const copy = await openPdf(extracted)
  try {
    const { width, height } = original.sizeOf(page)
    const scale = comparedPixels / Math.max(width, height)
    const size = {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    }
    return sameColours(original.draw(page, size), copy.draw(0, size))
  } finally {
    copy.close()
  }
}

function sameColours(a: Uint8Array, b: Uint8Array): boolean {
  // The fourth byte of a pixel is undefined.
  return a.every((value, at) => at % 4 === 3 || value === b[at])
}
