import type { RunPeriods } from '#domain/retention/decide-retention.ts'
import type { EventRow } from './outbox-store.ts'

export interface PersonRun {
  runId: string
  /** False if another address was entered later in the run, which may belong to another person. */
  isLatestEmail: boolean
}

/** Finds and erases the data of a person in the log, the vault and the outbox, for requests under the GDPR. */
export interface PersonStore {
  /** Returns runs whose vault still contains this e-mail address in any spelling (`normalEmail`), oldest first. */
  findRuns(email: string): Promise<PersonRun[]>
  /**
   * Returns at most `limit` ids of runs with an order in which an e-mail address was entered, matched as in `findRuns`,
   * in no particular order.
   */
  findOrderedRuns(email: string, limit: number): Promise<string[]>
  /** Returns the id of the order with this number, if it has been projected. */
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
  /** Rows by which runs are found: their personal values, or their uploads that belong to an order. */
  by: 'values' | 'uploads'
  /** At most `limit` rows after this place are examined; 0 is the beginning. */
  after: number
  limit: number
  now: number
  periods: RunPeriods
  /** Prefix of the once-key of an order; the run id follows it. */
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
   * Place to continue from; unchanged while work there is unfinished. Null when everything after it is too recent.
   */
  next: number | null
}

/** Removes data whose retention has ended, in steps small enough that appends hardly wait. */
export interface RetentionStore {
  /**
   * Applies `decideRetention` to the runs of some rows: `values` removes or reduces rows and removes the run's uploads,
   * `uploads` removes uploads only. Each run is decided in the transaction that changes it, so a payment or withdrawal
   * recorded meanwhile is considered.
   */
  expirePersonal(step: Expiry): Promise<Expired>
  /** Removes the oldest rejected events received at or before this instant; returns how many. */
  expireRejected(until: number, limit: number): Promise<number>
}

export interface Backup {
  bytes: number
  /** Last position of the log in the copy. */
  position: number
}
