import type { StopCode } from '#domain/outbox/outcome.ts'

/** Where messages go. `withdrawals` are declarations that the service has taken and has yet to record. */
export const destinationNames = ['webhook', 'conversions', 'mail', 'withdrawals'] as const
export type DestinationName = (typeof destinationNames)[number]

/** A message about an event of the log. Its content is composed at each attempt. */
export interface EventMessage {
  destination: DestinationName
  position: number
  runId: string
  eventType: string
  /** Place among the messages of the run to this destination, from 1. */
  sequence: number
  /** Stable over all attempts. */
  messageId: string
}

/** A message that brings its content. */
export interface ContentMessage {
  destination: DestinationName
  /** Stable over all attempts. */
  messageId: string
  /** Sealed. */
  content: Uint8Array
  createdAt: number
  nextAttemptAt: number
  /** Finished attempts. */
  attempts: number
}

export const outboxStates = ['pending', 'delivered', 'dead', 'held', 'discarded'] as const

/** `held`: the order's withdrawal is declared but not decided; `discarded`: there is nothing to send any more. */
export type OutboxState = (typeof outboxStates)[number]

interface RowState {
  id: number
  state: OutboxState
  /** Finished attempts. */
  attempts: number
  nextAttemptAt: number
  /** Held by an attempt until then. */
  leasedUntil: number | null
  createdAt: number
  finishedAt: number | null
}

/** The row of a message about an event. */
export type EventRow = EventMessage & RowState

/** The row of a message that brings its content, which is removed when the message is delivered. */
export type ContentRow = Pick<ContentMessage, 'destination' | 'messageId'> &
  RowState & { content: Uint8Array | null }

export type OutboxRow = Omit<EventRow, 'position' | 'runId' | 'eventType' | 'sequence'> & {
  [Name in 'position' | 'runId' | 'eventType' | 'sequence']: EventRow[Name] | null
} & { content: Uint8Array | null }

/** A change to a run's undelivered messages that follows from the withdrawal of its order. */
export interface HoldChange {
  runId: string
  /** `release` makes held messages due at once. */
  change: 'hold' | 'release' | 'discard'
  /** ms since the epoch */
  at: number
}

export interface Attempt {
  number: number
  startedAt: number
  durationMs: number
  /** HTTP status or reply code of the mail server; null when there was no response. */
  status: number | null
  error: string | null
}

/** The state that an attempt leaves its message in. */
export type NextState =
  | { state: 'delivered' }
  | { state: 'pending'; nextAttemptAt: number }
  | { state: 'dead' }
  | { state: 'discarded' }

export interface ClaimRequest {
  destination: DestinationName
  now: number
  leaseMs: number
}

export interface OutboxQuery {
  destination?: DestinationName
  state?: OutboxState
  /** Whether an attempt has ended. */
  tried?: boolean
  before?: number
  limit: number
}

export interface OutboxExpiry {
  destination: DestinationName
  states: readonly OutboxState[]
  until: number
  limit: number
}

export interface OutboxStore {
  /** Adds messages; one whose id is known is left out, unless it was discarded. */
  enqueue(messages: readonly ContentMessage[]): Promise<void>
  /** Makes messages due that wait for their first attempt. */
  hasten(messageIds: readonly string[], now: number): Promise<void>
  /**
   * Leases due messages in the order in which they are due: at most one of each run, the oldest one, unless its next
   * attempt is more than `maxBlockingDelayMs` away. None of a run that has a message in flight or is excluded, and none of a
   * stopped destination. A lease ends after `leaseMs`, so that a killed process blocks nothing for longer.
   */
  claimDue(request: ClaimRequest & { limit: number }): Promise<OutboxRow[]>
  /**
   * Records an attempt, frees its lease and, if requested, leases the next due message of the same run: one transaction,
   * so that a run of many messages waits for the disk once per message.
   */
  finish(
    row: Pick<OutboxRow, 'id' | 'runId'>,
    attempt: Attempt,
    next: NextState,
    claim?: ClaimRequest,
  ): Promise<OutboxRow | undefined>
  /** Frees a lease without recording an attempt and reschedules the message. */
  postpone(id: number, until: number): Promise<void>
  get(id: number): Promise<{ row: OutboxRow; attempts: Attempt[] } | undefined>
  /** Newest first, those with a lower id than `before`, without their content. */
  list(query: OutboxQuery): Promise<OutboxRow[]>
  /** Messages with their content, by id, after a given one. */
  contents(destination: DestinationName, after: number, limit: number): Promise<ContentRow[]>
  /** Messages about these positions of the log; positions without one are left out. */
  at(destination: DestinationName, positions: number[]): Promise<EventRow[]>
  /** Number of pending messages that an attempt has failed for. */
  countRetrying(destination: DestinationName): Promise<number>
  /**
   * Makes finished or waiting messages due at once and restarts their schedule; returns how many. Held and discarded
   * ones, and those whose content was removed, are left alone.
   */
  retry(which: { id: number } | { dead: DestinationName }, now: number): Promise<number>
  countByState(): Promise<{ destination: DestinationName; state: OutboxState; count: number }[]>
  /** A stopped destination is not tried until it is resumed by hand. */
  stop(destination: DestinationName, code: StopCode, now: number): Promise<void>
  /** Returns false when it was not stopped. */
  resume(destination: DestinationName): Promise<boolean>
  stopped(destination: DestinationName): Promise<{ code: StopCode; at: number } | undefined>
  /** Removes messages with their attempts, also while they are in flight. */
  remove(messageIds: readonly string[]): Promise<void>
  /** Removes messages that were created before a time; returns them. */
  expire(expiry: OutboxExpiry): Promise<Pick<OutboxRow, 'id' | 'state'>[]>
}
