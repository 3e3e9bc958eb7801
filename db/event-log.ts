import type { StoredEvent } from '#domain/stored-event.ts'

type WithoutPosition<Event> = Event extends unknown ? Omit<Event, 'position'> : never

export type NewEvent = WithoutPosition<StoredEvent> & {
  /** Values of this event that belong in the vault, with click ids; encrypted by the adapter. */
  personal?: PersonalData
  /** Suppresses the same content for a while (DESIGN 4, duplicates b): a keyed hash in hex. */
  fingerprint?: string
  /** Stored at most once for ever under this key, for example `order:<runId>`. */
  once?: string
}

export interface PersonalData {
  form?: Record<string, unknown>
  /** Values by name, for example `{ gclid: '…' }`. */
  clickIds?: Record<string, string>
}

export interface Rejection {
  receivedAt: number
  /** As far as they could be read. */
  type: string | null
  funnel: string | null
  /** Where in the event and which check, never a value. */
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
  rejected: Rejection[]
  /** The service's clock; decides which fingerprints still count. */
  now: number
  /** How long the same content is suppressed, counted from the stored one. */
  dedupeWindowMs: number
}

/** In the order of `events`. For a duplicate, `position` is that of the event it repeats. */
export interface Appended {
  status: 'stored' | 'duplicate'
  position: number
}

export interface EventLog {
  /**
   * Takes the append lock, drops known ids and once-keys, suppresses the same content inside the batch and of the
   * last `dedupeWindowMs`, appends the rest with gapless positions, puts personal values into the vault, counts.
   * A suppressed id is remembered for 7 days with the position it stands for.
   */
  append(request: AppendRequest): Promise<Appended[]>
  /** Events after a position, in order. */
  read(after: number, limit: number): Promise<StoredEvent[]>
  /** Events of one run in log order, up to and including a position. */
  readRun(runId: string, upTo?: number): Promise<StoredEvent[]>
  /** Events of some runs in log order, up to and including a position. */
  readRuns(runIds: readonly string[], upTo: number): Promise<StoredEvent[]>
  /** By event id, also the id of a suppressed duplicate; `once` finds by once-key. */
  find(key: { id: string } | { once: string }): Promise<StoredEvent | undefined>
  /** Last position, 0 when the log is empty. */
  head(): Promise<number>
  /** Persistent daily counters: `received`, `stored`, `duplicate`, `rejected` by Berlin day, and `robot`, those of
   * the stored that came from one. */
  counters(from: string, to: string): Promise<{ day: string; name: string; count: number }[]>
  /** Refused events received from an instant on and before another one, by reason, most frequent first. */
  rejections(from: number, before: number, limit: number): Promise<RejectionCount[]>
}

export interface Vault {
  /** Personal values of a run's events up to a position, in log order; empty after an erasure. */
  read(runId: string, upTo?: number): Promise<{ position: number; personal: PersonalData }[]>
}
