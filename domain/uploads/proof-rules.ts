// Limits and refusals of proofs: uploads that become pages of a letter. Like `upload-types.ts`, it must not import zod.
import { maxOrderUploadBytes } from './upload-types.ts'
import { showSize } from './show-size.ts'

/** Maximum number of pixels of one image, by its header: width times height in pixels. */
export const maxProofPixels = 50_000_000

/** Maximum number of pages of one file. */
export const maxFilePages = 10

/** Maximum number of pages that the proofs of one letter may have together. */
export const maxLetterProofPages = 20

/**
 * Maximum size of one page, in bytes. With `maxLetterProofPages` pages, the proofs take at most 7.2 MB, which leaves
 * 0.8 MB of a letter's 8 MB to the application itself. The limit is the same for each page, so that it holds even if
 * several files are uploaded at the same time.
 */
export const maxProofPageBytes = 360_000

/** Last segments of the problem type URIs that are returned for files that cannot become pages of a letter. */
export const proofProblems = {
  broken: 'broken-file',
  encrypted: 'encrypted-file',
  active: 'active-content',
  tooManyPixels: 'too-many-pixels',
  tooManyPages: 'too-many-pages',
  tooManyProofPages: 'too-many-proof-pages',
  tooComplex: 'file-too-complex',
} as const

export type ProofProblem = keyof typeof proofProblems

/** A proof of an order. `pages` is absent for a file that was uploaded before files were converted. */
interface OrderedProof {
  size: number
  pages?: number
}

/** Returns why the proofs of an order cannot be accepted together, or undefined if they can. */
export function refusedTogether(proofs: readonly OrderedProof[]): string | undefined {
  const bytes = proofs.reduce((sum, { size }) => sum + size, 0)
  if (bytes > maxOrderUploadBytes)
    return `Ihre Dateien sind zusammen ${showSize(bytes)} groß, erlaubt sind ${showSize(maxOrderUploadBytes)}. Bitte entfernen Sie eine davon oder laden Sie eine kleinere hoch.`
  const pages = proofs.reduce((sum, proof) => sum + (proof.pages ?? 0), 0)
  return pages > maxLetterProofPages ? proofMessages.tooManyProofPages : undefined
}

/** Error messages for proofs, each with the reason and a remedy. */
export const proofMessages: Record<ProofProblem, string> = {
  broken:
    'Die Datei ist beschädigt oder unvollständig. Bitte wählen Sie eine andere aus oder fotografieren Sie das Dokument.',
  encrypted:
    'Das PDF ist mit einem Passwort geschützt oder verschlüsselt. Bitte laden Sie es ohne Schutz hoch oder fotografieren Sie das Dokument.',
  active:
    'Das PDF enthält Programme, Anhänge oder Verweise auf andere Dateien. Bitte drucken Sie es in ein neues PDF („Als PDF speichern“) oder fotografieren Sie das Dokument.',
  tooManyPixels:
    'Das Bild hat mehr als 50 Megapixel. Bitte verkleinern Sie es oder fotografieren Sie das Dokument mit einer geringeren Auflösung.',
  tooManyPages: `Die Datei hat mehr als ${maxFilePages} Seiten. Bitte laden Sie nur die Seiten hoch, die als Nachweis nötig sind.`,
  tooManyProofPages: `Ihre Nachweise haben zusammen mehr als ${maxLetterProofPages} Seiten. Bitte entfernen Sie eine Datei oder laden Sie nur die nötigen Seiten hoch.`,
  tooComplex:
    'Die Datei ist zu aufwendig, um sie zu drucken. Bitte fotografieren Sie das Dokument und laden Sie das Foto hoch.',
}
