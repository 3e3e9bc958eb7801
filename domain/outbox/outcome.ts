import { nextAttemptAt } from './schedule.ts'

/**
 * Outcome of a delivery attempt:
 * - `delivered`: The receiver accepted the message.
 * - `retry`: Another attempt is scheduled.
 * - `gone`: The receiver no longer exists, and the whole destination is stopped.
 * - `dead`: The message was not accepted, and no further attempt is made.
 */
export type OutcomeCode = 'delivered' | 'retry' | 'gone' | 'dead'

export type Outcome =
  | { code: 'delivered' }
  | { code: 'retry'; nextAttemptAt: number }
  | { code: 'gone' }
  | { code: 'dead' }

/**
 * Returns the outcome for an HTTP response. `response.delivered` is true if a 2xx response was received completely;
 * `response.status` is null if there was no response. Redirects are not followed and count as failures.
 */
export function outcomeOfHttp(response: { delivered: boolean; status: number | null }): OutcomeCode {
  if (response.status === 410) return 'gone'
  return response.delivered ? 'delivered' : 'retry'
}

interface SmtpFailure {
  /** nodemailer's error code: `EENVELOPE` for a refused sender or recipient, `EMESSAGE` for refused content. */
  code?: string | undefined
  /** Reply code of the mail server; absent if it did not reply. */
  responseCode?: number | undefined
}

/**
 * Returns the outcome for an e-mail that could not be sent. A 5xx reply to the message is permanent (RFC 5321, 4.2.1).
 * After a 5xx reply to the connection or the login, the e-mail is retried, because the message is not the cause.
 */
export function outcomeOfSmtp({ code, responseCode = 0 }: SmtpFailure): OutcomeCode {
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return aboutMessage && responseCode >= 500 && responseCode < 600 ? 'dead' : 'retry'
}

/**
 * Returns the outcome of an attempt, with the time of the next attempt if there is one. After the last attempt of the
 * schedule, `retry` becomes `dead`.
 */
export function decideOutcome(code: OutcomeCode, attempt: Parameters<typeof nextAttemptAt>[0]): Outcome {
  if (code !== 'retry') return { code }
  const next = nextAttemptAt(attempt)
  return next === undefined ? { code: 'dead' } : { code, nextAttemptAt: next }
}

/** Reason why a destination is stopped. */
export type StopCode = 'gone'
