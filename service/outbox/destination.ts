import type { DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Outcome, OutcomeCode } from '#domain/outbox/outcome.ts'

/** Result of preparing the message of an outbox row. */
export type Preparation<Message> =
  | { kind: 'ready'; message: Message }
  /** The message must not be sent before `until` (ms since the epoch). Postponing it does not count as an attempt. */
  | { kind: 'postponed'; until: number }
  /** The message is not needed any more, for example because its order was withdrawn. */
  | { kind: 'discarded'; reason: string }
  /** The message cannot be composed. The code is `dead` if a retry cannot succeed. */
  | { kind: 'impossible'; code: 'retry' | 'dead'; reason: string }

export interface SendResult {
  code: OutcomeCode
  /** HTTP status, or reply code of the mail server; null if there was no response. */
  status: number | null
  /**
   * Description of what failed, without any content of the message; null if nothing failed. Also set when a message was
   * delivered without its files.
   */
  error: string | null
  /** `Retry-After` header of the response; null if there was none. */
  retryAfter: string | null
}

/** A receiver of messages, such as the webhook or the mail server. */
export interface Destination<Message> {
  name: DestinationName
  /** Name of a message in log lines, such as 'webhook message'. */
  label: string
  /** Delays before the attempts, in ms. The number of delays is the maximum number of attempts. */
  schedule: readonly number[]
  /**
   * Timeout of one attempt in ms, including the composition of the message. The lease of the message lasts longer than
   * this timeout.
   */
  timeoutMs: number
  /** Maximum number of messages in flight. */
  concurrency: number
  /**
   * Composes the message. A message about an event contains the data as of that event. A thrown error counts as a
   * failed attempt, except for `StoreUnavailable`.
   */
  prepare(row: OutboxRow): Promise<Preparation<Message>>
  /** Sends the message. `signal` is aborted at the timeout and at shutdown. */
  send(message: Message, signal: AbortSignal, row: OutboxRow): Promise<SendResult>
  /** Called after each recorded attempt, with its outcome; `discarded` if the message is not needed any more. */
  onOutcome?(code: Outcome['code'] | 'discarded'): void
}
