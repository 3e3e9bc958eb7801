import type { StoredEventType } from '#domain/stored-event.ts'
import type { Delivery } from './delivery-store.ts'

export interface PersonRun {
  runId: string
  /** False when another address was given later in the run: it may then be another person's. */
  lastGiven: boolean
}

/** What the rights of a person ask for, across the log, the vault and the deliveries. */
export interface PersonStore {
  /** Runs in which an e-mail address was given and is still in the vault, oldest first. Upper and lower case are the same. */
  findRuns(email: string): Promise<PersonRun[]>
  /** The id of the order with this number, as far as the projections have come. */
  findOrder(number: string): Promise<string | undefined>
  /** What an endpoint is or was owed about a run, in order of position. */
  deliveries(endpoint: string, runId: string): Promise<Delivery[]>
  /**
   * Removes the personal values of runs, each up to and including a position, with what was uploaded before that
   * position was taken, and answers how many events had some.
   * The log is not touched. It resolves only when no byte of what was removed is left in the files of the database, or
   * none that anybody can read: parts of uploads on PostgreSQL are encrypted with a key that is gone by then.
   * Where the engine can promise that only by rewriting them, appends wait for it, and fail where it takes long.
   * PostgreSQL's log of changes (WAL), standbys and backups keep the encrypted bytes until they are written over in turn.
   */
  erase(runs: { runId: string; upTo: number }[]): Promise<number>
}

export interface Expiry {
  /** Looks at this many events with personal values behind this position; 0 is the beginning. */
  after: number
  limit: number
  /** Removed are the personal values and uploads of runs whose last event was received at this instant or before it. */
  until: number
  /** Types of events that are not looked at for that: they tell of silence, and may come long after it began. */
  silences: readonly StoredEventType[]
  /** Another instant for runs that have a once-key of this prefix, `order:<runId>` for example. */
  kept: { prefix: string; until: number }
}

/** The end of retention, in steps that are small enough not to keep an append waiting. */
export interface RetentionStore {
  /** `next` is where to go on, null when everything after it is too young; `removed` counts events. */
  expirePersonal(step: Expiry): Promise<{ removed: number; next: number | null }>
  /** Removes the oldest rejected events received at this instant or before it; answers how many. */
  expireRejected(until: number, limit: number): Promise<number>
}

export interface Backup {
  bytes: number
  /** Last position of the log in the copy. */
  position: number
}
