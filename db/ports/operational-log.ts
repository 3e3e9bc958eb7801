import type {
  NewOperationalEvent,
  OperationalEventOf,
  OperationalEventType,
} from '#domain/operations/operational-event.ts'

/**
 * Result of an append. For a duplicate, `position` is the position of the event with the same once key. `postponed`
 * means that nothing was stored, because a process of an earlier version is connected, which would assign the position
 * a second time. The caller must try again later.
 */
export type OperationalResult =
  | { status: 'stored'; position: number }
  | { status: 'duplicate'; position: number }
  | { status: 'postponed' }

export interface OperationalQuery<Type extends OperationalEventType> {
  types: readonly Type[]
  /** Limits the events to those about Berlin days from `from` to `to`, both included. */
  days?: { from: string; to: string }
  /** Last position that is read; unlimited by default. */
  upTo?: number
  /** Maximum number of events; the newest ones are returned. */
  limit: number
}

/**
 * The events that belong to no run. They take their positions from the counter of `EventLog`, under the same lock, so
 * the positions of both together have no gaps and follow the order of the commits.
 */
export interface OperationalLog {
  /** Appends an event in a separate transaction. `at` is the time of the append, for tests and imports. */
  append(event: NewOperationalEvent, at?: number): Promise<OperationalResult>
  /**
   * Appends events in one transaction, in the given order and at consecutive positions. If one of the once keys is
   * already stored, appends none of them. `position` is that of the last event. Throws a RangeError without events.
   */
  appendAll(events: readonly NewOperationalEvent[], at?: number): Promise<OperationalResult>
  /** Returns events in the order of their positions. */
  read<Type extends OperationalEventType>(query: OperationalQuery<Type>): Promise<OperationalEventOf<Type>[]>
}
