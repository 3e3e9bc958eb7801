import type { ProofProblem } from '#domain/uploads/proof-rules.ts'

/** One page of a letter that shows a page of a proof. */
export interface ProofPage {
  /** A JPEG, or a PDF with this page only. */
  format: 'jpeg' | 'pdf'
  content: Uint8Array
  /** Size at which the content is printed, in mm. It never exceeds `printArea`. */
  widthMm: number
  heightMm: number
}

export type ProofResult = { code: 'converted'; pages: ProofPage[] } | { code: ProofProblem }

/**
 * Area of an A4 page (210 × 297 mm) for a proof, in mm. It leaves margins of 15 mm at the sides and of 20 mm at the top
 * and bottom, for a heading and a page number.
 */
export const printArea = { widthMm: 180, heightMm: 257 }

/** Maximum resolution of an image in print, in dots per inch. */
export const maxDpi = 300

/** Images with few pixels are not enlarged beyond this resolution, in dots per inch. */
const minDpi = 72

const mmPerInch = 25.4

/** Refuses a file. It is thrown where a file is read, and `convertProof` returns its code. */
export class RefusedProof extends Error {
  override name = 'RefusedProof'
  readonly code: ProofProblem

  constructor(code: ProofProblem, options?: ErrorOptions) {
    super(`the proof is refused: ${code}`, options)
    this.code = code
  }
}

export interface Size {
  width: number
  height: number
}

/** Returns the printed size in mm of an image with the given size in pixels. */
export function printedSize({ width, height }: Size): { widthMm: number; heightMm: number } {
  const mmPerPixel = Math.min(printArea.widthMm / width, printArea.heightMm / height, mmPerInch / minDpi)
  return { widthMm: width * mmPerPixel, heightMm: height * mmPerPixel }
}

/** Returns the number of pixels, at least 1, that a length has in print. */
export function pixelsAt(dpi: number, mm: number): number {
  return Math.max(1, Math.floor((mm / mmPerInch) * dpi))
}
