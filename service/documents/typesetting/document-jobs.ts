import type { ConfirmationContent, InvoiceContent, LetterContent } from '#domain/documents/content.ts'
import type { ProofPage } from '#service/documents/proofs/proof-page.ts'

/** A document to typeset. `printLetter` is the letter with the pages of its proofs, as it is printed. */
export type DocumentJob =
  | { kind: 'letter'; content: LetterContent }
  | { kind: 'printLetter'; content: LetterContent; proofs: ProofPage[] }
  | { kind: 'confirmation'; content: ConfirmationContent }
  | { kind: 'invoice'; content: InvoiceContent }

export interface Typeset {
  pdf: Uint8Array
  pages: number
  /** Version of the template. */
  template: number
}

export type DocumentReply = ({ code: 'typeset' } & Typeset) | { code: 'failed'; reason: string }
