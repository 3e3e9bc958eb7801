/** A letter that is ready to be printed. */
export interface Letter {
  /**
   * UUID of the letter, the same in all attempts to hand it over and after a restore from a backup. Letter services use
   * it to recognise a repeated hand-over.
   */
  id: string
  orderNumber: string
  /** Name of the service that was ordered, with the service level VIP. */
  product: string
  /** The frozen PDF: A4 pages, with the recipient's address in the window zone of page 1. */
  pdf: Uint8Array
  /** SHA-256 of the PDF, in hex. */
  sha256: string
  pages: number
  /** Which hand-over of this letter it is, counted from 1. A letter that was recalled can be handed over again. */
  handOver: number
  /** Time before which the letter cannot have been handed over, such as the time of the payment. In ms. */
  since: number
}

/** A call that did not succeed. `error` contains no data of the letter. */
export interface LetterFailure {
  /** `retry` if a later attempt can succeed; `dead` if the letter itself was refused. */
  code: 'retry' | 'dead'
  /** HTTP status; null if there was no response. */
  status: number | null
  error: string
  /** `Retry-After` header of the response; null if there was none. */
  retryAfter: string | null
}

/** `letterId` is the id by which the letter service knows the letter. */
export type Submission = { code: 'submitted'; letterId: string } | LetterFailure

/**
 * - `cancelled`: The letter will not be posted.
 * - `requested`: The service decides later whether the letter can still be stopped; `status` returns the decision.
 * - `too-late`: The letter was posted, or its printing has begun.
 */
export type Cancellation = { code: 'cancelled' | 'requested' | 'too-late' } | LetterFailure

/**
 * `cancelling` means that the service has not decided yet whether it can still stop the letter; `unknown`, that it has
 * no such letter (any more).
 */
export type LetterState = 'waiting' | 'attention' | 'sent' | 'failed' | 'cancelling' | 'cancelled' | 'unknown'

export type LetterStatus = { code: 'known'; state: LetterState } | LetterFailure

/** `letterId` is undefined if no such letter was handed over. */
export type FoundLetter = { code: 'found'; letterId: string | undefined } | LetterFailure

/** `kept` means that the service refuses to delete a letter in this state, and deletes it by its own rules. */
export type Removal = { code: 'removed' } | { code: 'kept'; status: number } | LetterFailure

/**
 * Prints and posts letters. The methods do not throw if the service fails, and are safe to repeat after a crash.
 * `signal` ends a call at its timeout.
 */
export interface LetterService {
  /** Time in ms for which a posted letter is kept at the service, because it reports letters that come back. */
  keepSentMs: number
  /**
   * Hands over a letter. A repeated call with the same `id` and `handOver` returns the same `letterId` and posts nothing
   * again.
   */
  submit(letter: Letter, signal: AbortSignal): Promise<Submission>
  /** Finds a letter that was handed over and not cancelled, by its own id. */
  find(letter: Pick<Letter, 'id' | 'since'>, signal: AbortSignal): Promise<FoundLetter>
  /** Stops a letter that was handed over, if that is still possible. */
  cancel(letterId: string, signal: AbortSignal): Promise<Cancellation>
  status(letterId: string, signal: AbortSignal): Promise<LetterStatus>
  /**
   * Deletes what the service stores about a letter. Called when the order is sent, failed, withdrawn, refunded or erased.
   * It does not stop a letter that is being printed.
   */
  remove(letterId: string, signal: AbortSignal): Promise<Removal>
}

/** Limits of the letter services and of the printed letter. */
export const maxLetterBytes = 8 * 1024 * 1024
export const maxLetterPages = 50

export function failure(
  code: LetterFailure['code'],
  error: string,
  response: { status: number | null; retryAfter: string | null } = { status: null, retryAfter: null },
): LetterFailure {
  return { code, error, status: response.status, retryAfter: response.retryAfter }
}

/** Returns why a letter cannot be printed; undefined if it can be printed. */
export function letterFault({ pdf, pages }: Pick<Letter, 'pdf' | 'pages'>): string | undefined {
  if (pdf.length > maxLetterBytes) return `the PDF has more than ${maxLetterBytes} bytes`
  if (pages > maxLetterPages) return `the PDF has more than ${maxLetterPages} pages`
  if (Buffer.from(pdf.subarray(0, 5)).toString('latin1') !== '%PDF-') return 'the document is not a PDF'
  return undefined
}
