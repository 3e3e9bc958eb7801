import type { Logger } from 'pino'
import type { ConfirmationContent, InvoiceContent, LetterContent } from '#domain/documents/content.ts'
import { createJobProcess } from './job-process.ts'
import type { ProofRequest } from '#service/documents/proofs/convert-proof.ts'
import type { ProofPage, ProofResult } from '#service/documents/proofs/proof-page.ts'
import type { DocumentJob, DocumentReply, Typeset } from '#service/documents/typesetting/document-jobs.ts'

/**
 * - `failed`: The document cannot be typeset; a retry fails too.
 * - `unavailable`: The process died, took too long, is busy or was stopped; a retry can succeed.
 */
export type TypesetResult =
  | ({ code: 'typeset' } & Typeset)
  | { code: 'failed' | 'unavailable'; reason: string }

/** Result of converting a proof. `busy` means that the file was not tried. */
export type ConversionResult = ProofResult | { code: 'busy' }

/** Typesets documents and converts proofs in child processes with limited memory and time. Its methods never reject. */
export interface Typesetter {
  /** Typesets the customer's copy of the application, as PDF/UA-1. */
  letter(content: LetterContent): Promise<TypesetResult>
  /** Typesets the application with the pages of the proofs, for print. */
  printLetter(content: LetterContent, proofs: readonly ProofPage[]): Promise<TypesetResult>
  /** Typesets the order confirmation, as PDF/UA-1. */
  confirmation(content: ConfirmationContent): Promise<TypesetResult>
  /** Typesets an invoice as PDF/A-3 with the data in XML. */
  invoice(content: InvoiceContent): Promise<TypesetResult>
  /** Typesets a cancellation invoice, like an invoice. */
  cancellation(content: InvoiceContent): Promise<TypesetResult>
  /** Converts an upload to pages. A file that kills the process is `tooComplex`. */
  convertProof(request: ProofRequest): Promise<ConversionResult>
  stop(): Promise<void>
}

/** Maximum number of proofs that wait for their conversion. Each one keeps its file in memory. */
const maxWaitingProofs = 8

/** A process that has read a file of a customer reads none of another one, because the file may control it. */
const proofsPerProcess = 1

/**
 * Returns a typesetter. Documents and proofs have separate processes, so that a hostile file delays no document. A
 * process is started for the first job and ended when it has been idle for a minute.
 */
export function createTypesetter({ log }: { log: Logger }): Typesetter {
  const documents = createJobProcess<DocumentJob, DocumentReply>({
    script: new URL('./typeset-process.ts', import.meta.url),
    log,
  })
  const proofs = createJobProcess<ProofRequest, ProofResult>({
    script: new URL('./proof-process.ts', import.meta.url),
    log,
    maxWaiting: maxWaitingProofs,
    maxJobs: proofsPerProcess,
  })

  async function typeset(job: DocumentJob): Promise<TypesetResult> {
    const result = await documents.run(job)
    return result.code === 'done' ? result.reply : { code: 'unavailable', reason: result.code }
  }

  return {
    letter: (content) => typeset({ kind: 'letter', content }),
    printLetter: (content, pages) => typeset({ kind: 'printLetter', content, proofs: [...pages] }),
    confirmation: (content) => typeset({ kind: 'confirmation', content }),
    invoice: (content) => typeset({ kind: 'invoice', content }),
    cancellation: (content) => typeset({ kind: 'invoice', content }),
    async convertProof(request) {
      const result = await proofs.run(request)
      if (result.code === 'done') return result.reply
      return { code: result.code === 'died' || result.code === 'timeout' ? 'tooComplex' : 'busy' }
    },
    async stop() {
      await Promise.all([documents.stop(), proofs.stop()])
    },
  }
}
