import type { DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Outcome, OutcomeCode } from '#domain/outbox/outcome.ts'

/** What a destination makes of a row before it is sent. */
export type Preparation<Message> =
  | { kind: 'ready'; message: Message }
  /** The message has to wait, which is not an attempt. */
  | { kind: 'postponed'; until: number }
  /** There is nothing to send any more. */
  | { kind: 'discarded'; reason: string }
  /** The message cannot be composed; `dead` if that will not change. */
  | { kind: 'impossible'; code: 'retry' | 'dead'; reason: string }

export interface SendResult {
  code: OutcomeCode
  /** HTTP status or reply code of the mail server; null when there was no response. */
  status: number | null
  /** Describes a failure without quoting what was sent; a delivered message may have one as well. */
  error: string | null
  /** `Retry-After` header of the response. */
  retryAfter: string | null
}

/** A receiver of messages. */
export interface Destination<Message> {
  name: DestinationName
  /** Names a message in log lines: 'webhook message'. */
  label: string
  /** Waits before each attempt in ms, as many as there are attempts. */
  schedule: readonly number[]
  /** For one attempt, composing included; shorter than the lease. */
  timeoutMs: number
  /** Messages in flight at once. */
  concurrency: number
  /** Composes the message as of the row's event. An error that it throws is a failed attempt. */
  prepare(row: OutboxRow): Promise<Preparation<Message>>
  /** Sends the message; aborted by `signal` when time is up or the service ends. */
  send(message: Message, signal: AbortSignal, row: OutboxRow): Promise<SendResult>
  /** Called after each recorded attempt. */
  onOutcome?(code: Outcome['code'] | 'discarded'): void
}
