import type { Replay } from '#domain/log/decide-append.ts'
import type { StoredEvent, StoredEventOf, StoredEventType } from '#domain/events/stored-event.ts'
import type { NewEventRow, Numbering } from './new-event-row.ts'

type WithoutPosition<Event> = Event extends unknown ? Omit<Event, 'position'> : never

export type NewEvent = WithoutPosition<StoredEvent> & {
  /** Form values and click ids of this event. The store encrypts them and keeps them in the vault. */
  personal?: PersonalData
  /** Keyed hash of the content. For `dedupeWindowMs` after this event, events with the same hash are duplicates. */
  fingerprint?: string
  /** At most one event is ever stored under this key, for example `order:<runId>`. */
  once?: string
  /** Gives the event a number when it is stored. The number becomes `data.number`. */
  numbering?: Numbering
  /** The stored rejection that this event replays. It is marked as replayed in the same transaction. */
  replay?: Replay
}

export interface PersonalData {
  form?: Record<string, unknown>
  /** Values by name, for example `{ gclid: '…' }`. */
  clickIds?: Record<string, string>
}

export interface Rejection {
  receivedAt: number
  /** `type` and `funnel` are null if they could not be read from the event. */
  type: string | null
  funnel: string | null
  /** Failed checks, each with its code and its path within the event. Values are never included. */
  issues: { path: string; code: string }[]
  /** What a replay of the event needs; absent if no replay of such an event is possible. */
  content?: RejectedContent
}

/** Content of a rejected event, as JSON. It is stored within the limits of `decideKept`. */
export interface RejectedContent {
  runId: string
  /** Id of the event, chosen by the client. The values are sealed for it. */
  eventId: string
  /** Stored in clear: times, device and facts. */
  facts: string
  /** Sealed with the data key of the run's drafts. */
  values: string
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
  /** The events; those that `rowMaker` has converted are appended as they are. */
  events: readonly (NewEvent | NewEventRow)[]
  rejected?: Rejection[]
  /**
   * Time in ms after an event during which events with the same content are duplicates. By default, repeated content is
   * stored.
   */
  dedupeWindowMs?: number
  /**
   * Time of the append in ms since the epoch, for tests and imports. Default on PostgreSQL: the database's clock, read
   * while the append lock is held. Default on SQLite: the process's clock, which never runs backwards.
   */
  now?: number
}

/**
 * Result for one event of an append. For a duplicate, `position` is the position of the event that it repeats. `bytes`
 * is the size of the rows in the log and the vault. `number` is the number of an event with a `numbering`.
 */
export type AppendResult =
  | { status: 'stored'; position: number; bytes: number; number?: string }
  | { status: 'duplicate'; position: number }
  | { status: 'rejected'; code: 'run-too-long' | 'not-replayable' }

/** Selects the events of these runs after position `after`, up to and including position `upTo`. */
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
   * Appends events in one transaction while holding the append lock. `decideAppend` decides about each event from the
   * current state of the log. Assigns gapless positions, stores personal values in the vault, and stores and counts
   * rejections. A replayed event moves one count of `rejected` on the day of its rejection to `stored` or `duplicate`, and
   * is also counted as `replayed` if it was stored. Returns one result per event, in the same order.
   */
  append(request: AppendRequest): Promise<AppendResult[]>
  /** Returns the events after a position, in order. Returns fewer than `limit` if their JSON reaches `maxPageBytes`. */
  read(after: number, limit: number): Promise<StoredEvent[]>
  /**
   * Returns the events of one run up to and including position `upTo`, in log order. If the run exceeds `maxRunEvents`
   * or `maxRunBytes`, returns only the newest events.
   */
  readRun(runId: string, upTo?: number): Promise<StoredEvent[]>
  /** Returns one page of the events of some runs, in log order. The page after the last event is empty. */
  readRuns(query: RunsEventsQuery): Promise<StoredEvent[]>
  /**
   * Returns the events that determine the state of the customer's order, in log order. These are the run's first
   * `start` and all its events of types that are not in `repeatableTypes`. They are few, however long the run is.
   */
  readOrder(runId: string): Promise<StoredEvent[]>
  /** Returns counts, sizes and times of a run's events by type; empty for an unknown run. */
  describeRun(runId: string): Promise<EventsOfType[]>
  /**
   * Returns the first `start` event of a run, which contains the hash of the run's secret. Searches only the run's
   * first 1,000 events, because this method is called before the caller is authorised.
   */
  firstStart(runId: string): Promise<StoredEventOf<'start'> | undefined>
  /** Returns the last event of a run, the one with the highest position. */
  lastOfRun(runId: string): Promise<StoredEvent | undefined>
  /** Finds an event by its id, by the id of a suppressed duplicate of the event, or by its once key. */
  find(key: { id: string } | { once: string }): Promise<StoredEvent | undefined>
  /** Returns the last position, including those of operational events; 0 when the log is empty. */
  head(): Promise<number>
  /**
   * Returns the last position up to which there is no event after the position `after`, because operational events have
   * the positions in between. Returns `after` if the next position has an event or nothing.
   */
  emptyUpTo(after: number): Promise<number>
  /**
   * Returns the time at which the event or operational event at a position was received, in ms since the epoch;
   * undefined for a position that has neither.
   */
  timeAt(position: number): Promise<number | undefined>
  /**
   * Returns the position before the first event or operational event that was received after `instant` (ms since the
   * epoch), or the last position if there is none. Once there is such an event, the result for an instant no longer
   * changes.
   */
  positionAt(instant: number): Promise<number>
  /**
   * Returns the daily counters of the events that clients sent, from Berlin day `from` to `to`, both included. The names
   * are `received`, `stored`, `duplicate`, `rejected`, `robot` for the stored events from robots, `replayed` for the stored events that had been
   * rejected at first, and `keptBytes` for the content of rejected events.
   */
  counters(from: string, to: string): Promise<{ day: string; name: string; count: number }[]>
  /**
   * Returns counts of rejected events received in [`from`, `before`), by reason, most frequent first. Leaves out those
   * that were replayed.
   */
  rejections(from: number, before: number, limit: number): Promise<RejectionCount[]>
}

export interface PersonalValues {
  position: number
  personal: PersonalData
}

export interface Vault {
  /**
   * Returns the personal values of a run's events up to and including position `upTo`, in log order. Leaves out erased
   * values and values kept only for an invoice. If the run exceeds `maxRunEvents` or `maxRunBytes`, returns only the
   * newest values.
   */
  read(runId: string, upTo?: number): Promise<PersonalValues[]>
  /**
   * Returns the values like `read` and all events of the run like `EventLog.readRun`. The events are read after the
   * values, so if the values are erased in between, the events show it.
   */
  readWithEvents(runId: string, upTo: number): Promise<{ personal: PersonalValues[]; events: StoredEvent[] }>
  /** Returns the personal values of one event of a run, unless they are kept only for an invoice. */
  readAt(runId: string, position: number): Promise<PersonalValues | undefined>
  /**
   * Returns one page of the personal values that are stored for a run after position `after`, including those kept only
   * for an invoice. The page after the last value is empty.
   */
  readPage(runId: string, after: number): Promise<(PersonalValues & { keptFor: 'invoice' | null })[]>
}
