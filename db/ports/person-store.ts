import type { RunPeriods } from '#domain/retention/decide-retention.ts'
import type { EventRow } from './outbox-store.ts'

export interface PersonRun {
  runId: string
  /** False if another address, which may belong to another person, was entered later in the run. */
  isLatestEmail: boolean
}

/** Finds and erases the data of a person in the log, the vault and the outbox, for requests under the GDPR. */
export interface PersonStore {
  /**
   * Returns the runs in whose personal values this e-mail address still occurs in any spelling (`normalEmail`), oldest
   * first.
   */
  findRuns(email: string): Promise<PersonRun[]>
  /**
   * Returns the ids of at most `limit` runs that have an order and in which this e-mail address was entered. Addresses
   * are matched as in `findRuns`; the ids are not sorted.
   */
  findOrderedRuns(email: string, limit: number): Promise<string[]>
  /** Returns the id of the order with this number, if the order has been projected or its run is excluded. */
  findOrder(number: string): Promise<string | undefined>
  /** Returns the webhook messages about the events of a run, in any state, ordered by position. */
  messages(runId: string): Promise<EventRow[]>
  /**
   * Destroys the data keys and e-mail HMACs of runs and removes their personal values, each up to and including a
   * position, and the files uploaded before that position was assigned. Returns the number of events that had values.
   * Later values stay readable, and the log is unchanged. Resolves when neither a wrapped key nor an HMAC is left in
   * the files of the database; ciphertexts may remain. Appends wait for milliseconds at most. PostgreSQL's WAL,
   * standbys and backups keep wrapped keys until they are overwritten themselves.
   */
  erase(runs: { runId: string; upTo: number }[]): Promise<number>
}

export interface Expiry {
  /** Rows by which due runs are found: their personal values, or their uploads that belong to an order. */
  by: 'values' | 'uploads'
  /** At most `limit` rows after this place are examined; 0 is the beginning. */
  after: number
  limit: number
  now: number
  periods: RunPeriods
  /** Prefix of the once-key of an order, to which the run id is appended. */
  orderPrefix: string
}

export interface Expired {
  /** Number of vault rows removed or reduced, or of runs whose uploads were removed. */
  expired: number
  /**
   * Runs with an order whose values cannot be decrypted, so that the values for the invoice cannot be separated from
   * the others.
   */
  unreadable: string[]
  /**
   * Place from which the next step continues. It stays the same until the work on its page is finished, and is null
   * when everything after it is too recent.
   */
  next: number | null
}

/** Removes data whose retention has ended, in steps small enough that appends hardly wait. */
export interface RetentionStore {
  /**
   * Applies `decideRetention` to the runs of some rows. `values` removes or reduces rows and removes the uploads of the
   * run; `uploads` removes uploads only. The decision for a run is made in the transaction that changes it, so that a
   * payment or withdrawal recorded meanwhile is considered.
   */
  expirePersonal(step: Expiry): Promise<Expired>
  /** Removes the oldest rejected events that were received at or before this instant; returns their number. */
  expireRejected(until: number, limit: number): Promise<number>
}

export interface Backup {
  bytes: number
  /** Last position of the log in the copy. */
  position: number
}
