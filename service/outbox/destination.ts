import type { DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Outcome, OutcomeCode } from '#domain/outbox/outcome.ts'

/** Result of preparing a row for sending. */
export type Preparation<Message> =
  | { kind: 'ready'; message: Message }
  /** The message is not due yet; this does not count as an attempt. */
  | { kind: 'postponed'; until: number }
  /** There is no longer anything to send. */
  | { kind: 'discarded'; reason: string }
  /** The message cannot be composed; `dead` if a retry cannot succeed. */
  | { kind: 'impossible'; code: 'retry' | 'dead'; reason: string }

export interface SendResult {
  code: OutcomeCode
  /** HTTP status, or reply code of the mail server; null if there was no response. */
  status: number | null
  /** Description of a failure, without any content of the message; a delivered message may have one, too. */
  error: string | null
  /** `Retry-After` header of the response. */
  retryAfter: string | null
}

/** A receiver of messages. */
export interface Destination<Message> {
  name: DestinationName
  /** Name of a message in log lines, such as 'webhook message'. */
  label: string
  /** Delay before each attempt, in ms; its length is the maximum number of attempts. */
  schedule: readonly number[]
  /** Timeout of one attempt, including composing the message, in ms; shorter than the lease. */
  timeoutMs: number
  /** Maximum number of messages in flight. */
  concurrency: number
  /** Composes the message as of the row's event. A thrown error counts as a failed attempt. */
  prepare(row: OutboxRow): Promise<Preparation<Message>>
  /** Sends the message. `signal` is aborted at the timeout and at shutdown. */
  send(message: Message, signal: AbortSignal, row: OutboxRow): Promise<SendResult>
  /** Called after each recorded attempt. */
  onOutcome?(code: Outcome['code'] | 'discarded'): void
}
