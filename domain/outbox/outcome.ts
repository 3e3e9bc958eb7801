import { nextAttemptAt } from './schedule.ts'

/**
 * What an attempt means for its message: `retry` by the schedule; `gone`: the receiver no longer exists, so the whole
 * destination stops; `dead`: another attempt would fail as well.
 */
export type OutcomeCode = 'delivered' | 'retry' | 'gone' | 'dead'

export type Outcome =
  | { code: 'delivered' }
  | { code: 'retry'; nextAttemptAt: number }
  | { code: 'gone' }
  | { code: 'dead' }

/**
 * Returns what an HTTP response means; `delivered` is a 2xx response that was received whole, `status` null when there
 * was no response. Redirects are not followed, so they are failures.
 */
export function outcomeOfHttp(response: { delivered: boolean; status: number | null }): OutcomeCode {
  if (response.status === 410) return 'gone'
  return response.delivered ? 'delivered' : 'retry'
}

interface SmtpFailure {
  /** Code of nodemailer: `EENVELOPE` for sender and recipient, `EMESSAGE` for the content. */
  code?: string | undefined
  /** Reply code of the mail server; absent when there was no reply. */
  responseCode?: number | undefined
}

/**
 * Returns what a failure to send an e-mail means. A 5xx reply to the message is permanent (RFC 5321, 4.2.1); a 5xx reply
 * to the connection or the login is not a property of the message.
 */
export function outcomeOfSmtp({ code, responseCode = 0 }: SmtpFailure): OutcomeCode {
  const aboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  return aboutMessage && responseCode >= 500 && responseCode < 600 ? 'dead' : 'retry'
}

/** Returns the outcome of an attempt; `retry` becomes `dead` after the last wait of the schedule. */
export function decideOutcome(code: OutcomeCode, attempt: Parameters<typeof nextAttemptAt>[0]): Outcome {
  if (code !== 'retry') return { code }
  const next = nextAttemptAt(attempt)
  return next === undefined ? { code: 'dead' } : { code, nextAttemptAt: next }
}

/** Why a destination is stopped. */
export type StopCode = 'gone'
