import type { StoredEvent, StoredEventOf, StoredEventType } from '#domain/events/stored-event.ts'

type WithoutPosition<Event> = Event extends unknown ? Omit<Event, 'position'> : never

export type NewEvent = WithoutPosition<StoredEvent> & {
  /** Form values and click ids of this event for the vault; encrypted by the adapter. */
  personal?: PersonalData
  /** Keyed hash of the content in hex; later events with the same hash are suppressed for `dedupeWindowMs`. */
  fingerprint?: string
  /** At most one event is ever stored under this key, for example `order:<runId>`. */
  once?: string
}

export interface PersonalData {
  form?: Record<string, unknown>
  /** Values by name, for example `{ gclid: '…' }`. */
  clickIds?: Record<string, string>
}

export interface Rejection {
  receivedAt: number
  /** Null if the event's type could not be read. The same applies to `funnel`. */
  type: string | null
  funnel: string | null
  /** Path within the event and code of the failed check, never a value. */
  issues: { path: string; code: string }[]
}

export interface RejectionCount {
  type: string | null
  funnel: string | null
  path: string
  code: string
  count: number
  lastAt: number
}

export interface AppendRequest {
  events: NewEvent[]
  rejected?: Rejection[]
  /** Time in ms for which repeated content is suppressed after it was stored. Off by default. */
  dedupeWindowMs?: number
  /**
   * Overrides the clock of the append, in ms since the epoch, for tests and imports. Default on PostgreSQL: the
   * database's clock, read while the append lock is held. Default on SQLite: the process's clock, which never runs
   * backwards.
   */
  now?: number
}

/**
 * Result for one event of an append. For a duplicate, `position` is the position of the event that it repeats. `bytes`
 * is the size of the rows in the log and the vault.
 */
export type AppendResult =
  | { status: 'stored'; position: number; bytes: number }
  | { status: 'duplicate'; position: number }
  | { status: 'rejected'; code: 'run-too-long' }

/** Selects the events of some runs that are after position `after`, up to and including position `upTo`. */
export interface RunsEventsQuery {
  runIds: readonly string[]
  after: number
  upTo: number
}

export interface EventsOfType {
  type: StoredEventType
  events: number
  /** Total size in bytes of the JSON of these events. */
  bytes: number
  /** Times (server clock, in ms since the epoch) and positions of the first and the last of these events. */
  firstAt: number
  lastAt: number
  firstPosition: number
  lastPosition: number
}

export interface EventLog {
  /**
   * Appends events in one transaction: takes the append lock, decides with `decideAppend` from the current state of the
   * log, assigns gapless positions, stores personal values in the vault, and counts and stores rejections. Returns one
   * result per event, in the same order.
   */
  append(request: AppendRequest): Promise<AppendResult[]>
  /** Returns the events after a position, in order. Returns fewer than `limit` if their JSON reaches `maxPageBytes`. */
  read(after: number, limit: number): Promise<StoredEvent[]>
  /**
   * Returns the events of one run in log order, up to and including a position: all of them, or the newest within
   * `maxRunEvents` and `maxRunBytes` if the run is longer.
   */
  readRun(runId: string, upTo?: number): Promise<StoredEvent[]>
  /** Returns one page of the events of some runs, in log order. The page after the last event is empty. */
  readRuns(query: RunsEventsQuery): Promise<StoredEvent[]>
  /**
   * Returns the events that an order depends on, in log order, for a run of any length. These are the first `start` and
   * all other events, except `lapsed` and those that a visitor can repeat.
   */
  readOrder(runId: string): Promise<StoredEvent[]>
  /** Returns whether a run was erased after a position. Checks only the run's newest `maxRunEvents` events. */
  wasErased(runId: string, after: number): Promise<boolean>
  /** Returns counts, sizes and times of a run's events by type; empty for an unknown run. */
  describeRun(runId: string): Promise<EventsOfType[]>
  /**
   * Returns the first `start` of a run, which contains the hash of its secret. Searches only the run's first 1,000
   * events, because it is called before the caller is authorised.
   */
  firstStart(runId: string): Promise<StoredEventOf<'start'> | undefined>
  /** Returns the last event of a run, the one with the highest position. */
  lastOfRun(runId: string): Promise<StoredEvent | undefined>
  /** Returns the payments of some runs, up to and including a position; runs without a payment are left out. */
  paymentsOf(runIds: readonly string[], upTo: number): Promise<RunPayment[]>
  /** Finds an event by id, by the id of a suppressed duplicate, or by once-key. */
  find(key: { id: string } | { once: string }): Promise<StoredEvent | undefined>
  /** Returns the last position, 0 when the log is empty. */
  head(): Promise<number>
  /**
   * Returns persistent counters by Berlin day: `received`, `stored`, `duplicate`, `rejected`, and `robot` for the
   * stored events from robots.
   */
  counters(from: string, to: string): Promise<{ day: string; name: string; count: number }[]>
  /** Returns counts of rejected events received in [`from`, `before`), by reason, most frequent first. */
  rejections(from: number, before: number, limit: number): Promise<RejectionCount[]>
}

export interface RunPayment {
  runId: string
  paymentId: string
}

export interface PersonalValues {
  position: number
  personal: PersonalData
}

export interface Vault {
  /**
   * Returns the personal values of a run's events up to a position, in log order; empty after an erasure. Leaves out
   * values kept only for an invoice. If the run exceeds `maxRunEvents` or `maxRunBytes`, returns the newest values.
   */
  read(runId: string, upTo?: number): Promise<PersonalValues[]>
  /** Returns the personal values of one event of a run, unless they are kept only for an invoice. */
  readAt(runId: string, position: number): Promise<PersonalValues | undefined>
  /**
   * Returns one page of all personal values that a run still has, after a position. The page after the last value is
   * empty.
   */
  readPage(runId: string, after: number): Promise<(PersonalValues & { keptFor: 'invoice' | null })[]>
}
