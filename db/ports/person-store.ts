import type { RunPeriods } from '#domain/retention/decide-retention.ts'
import type { EventRow } from './outbox-store.ts'

export interface PersonRun {
  runId: string
  /** True if no other address was entered later in the run. A later address may belong to another person. */
  isLatestEmail: boolean
}

/** Finds and erases the data of a person in the log, the vault and the outbox, for requests under the GDPR. */
export interface PersonStore {
  /**
   * Returns the runs whose personal values still contain this e-mail address, oldest first. All spellings of the
   * address match (`normalEmail`).
   */
  findRuns(email: string): Promise<PersonRun[]>
  /**
   * Returns the ids of at most `limit` runs that have an order and in which this e-mail address was entered. Addresses
   * are matched as in `findRuns`; the ids are not sorted.
   */
  findOrderedRuns(email: string, limit: number): Promise<string[]>
  /**
   * Returns the ids of at most `limit` orders to which all these words belong, newest first. A word is an e-mail
   * address that was entered before or with the order, or a whole word of a name in the order's form. Spellings that
   * differ only in case match.
   */
  searchOrders(words: readonly string[], limit: number): Promise<string[]>
  /** Returns the id of the order with this number. Finds projected orders and orders of excluded runs. */
  findOrder(number: string): Promise<string | undefined>
  /** Returns the messages about the events of a run to all destinations, in any state, ordered by position and destination. */
  messages(runId: string): Promise<EventRow[]>
  /**
   * Erases the personal data of each run up to and including position `upTo`. Of a paid order, keeps the documents of
   * the class `invoice` and the values that the invoice needs (see `keepsInvoice`). Destroys data keys and HMACs,
   * removes the personal values, and removes the uploads that began before `upTo` was assigned. Values stored after
   * `upTo` stay readable, and the log is unchanged. Returns the number of events that had values. When the call
   * resolves, the database files contain none of the destroyed wrapped keys and HMACs, but may contain ciphertexts. The
   * call delays appends by milliseconds at most. PostgreSQL's WAL, standbys and backups contain the wrapped keys until
   * they are overwritten.
   */
  erase(runs: { runId: string; upTo: number }[]): Promise<number>
}

export interface Expiry {
  /**
   * Kind of rows that are examined to find runs whose retention has ended. `values`: rows of personal values;
   * `replays`: those that were stored by replays, which are younger than the visit; `uploads`: uploads that belong to an
   * order.
   */
  by: 'values' | 'replays' | 'uploads'
  /** Cursor. At most `limit` rows after it are examined; 0 is the beginning. */
  after: number
  limit: number
  now: number
  periods: RunPeriods
  /** Prefix of the once key of an order (see `orderKey`). The rest of the key is the run id. */
  orderPrefix: string
}

export interface Expired {
  /**
   * Number of vault rows that were removed or reduced to the values for the invoice. With `by: 'uploads'`: number of
   * runs whose uploads were removed.
   */
  expired: number
  /**
   * Runs whose order cannot be decrypted. The order's values are kept, because those that the invoice needs cannot be
   * separated from the others.
   */
  unreadable: string[]
  /**
   * Cursor for the next step. It does not advance until the work on the current page is finished. Null if there are no
   * more rows, or if all remaining rows are too recent.
   */
  next: number | null
}

/** Removes data whose retention has ended, in steps small enough that appends hardly wait. */
export interface RetentionStore {
  /**
   * Removes data of runs as `decideRetention` decides. `step` selects rows, and the runs of these rows are examined. If
   * the retention of a run has ended, `by: 'values'` removes its uploads, and removes its personal values or reduces
   * them to the values for the invoice. `by: 'uploads'` removes only its uploads. The transaction that changes a run
   * decides about it again, so a payment or withdrawal that was recorded after the rows were selected is considered.
   */
  expirePersonal(step: Expiry): Promise<Expired>
  /**
   * Removes the oldest rejected events that were received at or before this instant; returns their number. Destroys the
   * data key of a run's drafts if nothing else is sealed with it. Spares replayed events whose values are still stored.
   */
  expireRejected(until: number, limit: number): Promise<number>
}

export interface Backup {
  bytes: number
  /** Last position of the log in the copy. */
  position: number
}
