import type { StopCode } from '#domain/outbox/outcome.ts'

/**
 * Names of the destinations of messages. Four of them are internal:
 * - `documents`: Delivering a message about an event of an order prepares the documents that follow from the event.
 * - `withdrawals`: Each message is a declaration of withdrawal that the service has accepted. Delivering the message
 *   records the declaration in the log.
 * - `requests`: Each message is a visitor's message to support. No process delivers it: it is pending until an operator
 *   closes it, which removes its content.
 * - `support`: Each message is an order number that a visitor named in a message to support. Delivering it records the
 *   request in the log of this order, if there is one.
 *
 * `alerts` is the webhook that receives the alerts of the watch.
 */
export const destinationNames = [
  'webhook',
  'conversions',
  'documents',
  'mail',
  'letters',
  'withdrawals',
  'requests',
  'support',
  'alerts',
] as const
export type DestinationName = (typeof destinationNames)[number]

/** A message about an event of the log. Its content is not stored but composed at each attempt. */
export interface EventMessage {
  destination: DestinationName
  position: number
  runId: string
  eventType: string
  /**
   * Number of this message among the run's messages to this destination, counted from 1. Only messages to the webhook
   * are counted; it is 1 for all others.
   */
  sequence: number
  /** The same in all attempts to deliver the message. */
  messageId: string
  /** Time from which the message is due, in ms since the epoch. By default, the time at which the event was received. */
  dueAt?: number
}

/** A message that is stored with its content and belongs to no event of the log. */
export interface ContentMessage {
  destination: DestinationName
  /** The same in all attempts to deliver the message. */
  messageId: string
  /** Encrypted by the caller. */
  content: Uint8Array
  createdAt: number
  nextAttemptAt: number
  /** Number of finished attempts. */
  attempts: number
}

export const outboxStates = ['pending', 'delivered', 'dead', 'held', 'discarded'] as const

/**
 * `dead`: delivery failed, and no further attempt is made; `held`: waits for the decision on a declared
 * withdrawal of the order; `discarded`: no longer needs to be sent.
 */
export type OutboxState = (typeof outboxStates)[number]

interface RowState {
  id: number
  state: OutboxState
  /** Number of finished attempts. */
  attempts: number
  nextAttemptAt: number
  /** End of the lease of the current attempt; null if the message is not leased. */
  leasedUntil: number | null
  createdAt: number
  finishedAt: number | null
}

/** The row of a message about an event. */
export type EventRow = Omit<EventMessage, 'dueAt'> & RowState

/**
 * Row of a message whose content is stored in the outbox. `content` is null once the message is delivered or discarded.
 */
export type ContentRow = Pick<ContentMessage, 'destination' | 'messageId'> &
  RowState & { content: Uint8Array | null }

export type OutboxRow = Omit<EventRow, 'position' | 'runId' | 'eventType' | 'sequence'> & {
  [Name in 'position' | 'runId' | 'eventType' | 'sequence']: EventRow[Name] | null
} & { content: Uint8Array | null }

/**
 * A change to a run's undelivered messages, caused by the withdrawal of its order. It applies to messages to the webhook
 * and to the hand-over of the letter (see `heldLetterType`).
 */
export interface HoldChange {
  runId: string
  /** `release` also makes messages to the webhook due immediately. A letter stays due at its own time. */
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

/** The state of a message after an attempt. */
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
  /** Selects only messages with a finished attempt if true, and only messages without one if false. */
  tried?: boolean
  /** Selects only messages with a lower id than this. */
  before?: number
  limit: number
}

export interface OutboxExpiry {
  destination: DestinationName
  states: readonly OutboxState[]
  /** Selects messages created before this time. */
  until: number
  limit: number
}

export interface OutboxStore {
  /** Adds messages. A stored message with the same id is replaced if it was discarded, and kept otherwise. */
  enqueue(messages: readonly ContentMessage[]): Promise<void>
  /**
   * Adds messages about events that were projected before there was such a message, for example before an upgrade. Each
   * destination has at most one message about an event; a stored one is kept.
   */
  enqueueAbout(messages: readonly EventMessage[]): Promise<void>
  /** Makes messages due immediately if they still wait for their first attempt. */
  makeDue(messageIds: readonly string[], now: number): Promise<void>
  /**
   * Leases due messages in the order in which they are due, at most one per run. A message waits for each earlier
   * message of its run, except those whose next attempt is more than `maxBlockingDelayMs` away. Skips runs with a
   * leased message, excluded runs and stopped destinations. A lease expires after `leaseMs`, so a killed process blocks
   * a run only for this time.
   */
  claimDue(request: ClaimRequest & { limit: number }): Promise<OutboxRow[]>
  /**
   * Records an attempt and releases its lease. If `claim` is given, also leases the next due message of the same run,
   * unless this one is attempted again within `maxBlockingDelayMs`.
   * All of this is one transaction, so that a run with many messages waits for the disk only once per message.
   */
  finish(
    row: Pick<OutboxRow, 'id' | 'runId'>,
    attempt: Attempt,
    next: NextState,
    claim?: ClaimRequest,
  ): Promise<OutboxRow | undefined>
  /** Releases a lease without recording an attempt. The message is due again at `until`. */
  postpone(id: number, until: number): Promise<void>
  /** Returns a message and its attempts, but not its content. */
  get(id: number): Promise<{ row: OutboxRow; attempts: Attempt[] } | undefined>
  /** Returns messages without their content, newest first. */
  list(query: OutboxQuery): Promise<OutboxRow[]>
  /** Returns messages of a destination whose content is still stored, ordered by id, starting after the id `after`. */
  contents(destination: DestinationName, after: number, limit: number): Promise<ContentRow[]>
  /** Returns the messages about the events at these positions; positions without a message are left out. */
  at(destination: DestinationName, positions: number[]): Promise<EventRow[]>
  /** Returns the number of pending messages with a failed attempt. */
  countRetrying(destination: DestinationName): Promise<number>
  /**
   * Makes messages due immediately and restarts their retry schedule. Returns their number. Skips messages that are
   * held, discarded or leased, and those whose content was removed.
   */
  retry(which: { id: number } | { dead: DestinationName }, now: number): Promise<number>
  /** Returns the number of messages in each state of each destination; zeros are left out. */
  countByState(): Promise<{ destination: DestinationName; state: OutboxState; count: number }[]>
  /** Stops all attempts to a destination until an operator resumes it. */
  stop(destination: DestinationName, code: StopCode, now: number): Promise<void>
  /** Resumes a destination; returns false if it was not stopped. */
  resume(destination: DestinationName): Promise<boolean>
  /** Returns why and when the destination was stopped; undefined if it is not stopped. */
  stopped(destination: DestinationName): Promise<{ code: StopCode; at: number } | undefined>
  /**
   * Removes the messages with these ids and their attempts, even if a message is leased. Skips messages about an event.
   */
  remove(messageIds: readonly string[]): Promise<void>
  /** Removes the oldest messages that `expiry` selects, with their attempts. Returns the removed messages. */
  expire(expiry: OutboxExpiry): Promise<Pick<OutboxRow, 'id' | 'state'>[]>
}
