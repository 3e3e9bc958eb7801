import type { Store } from './store.ts'

/** Why a standby answers reports or not. */
export type StandbyState =
  | { state: 'usable'; lagMs: number }
  /** `lagMs` is undefined until the standby has caught up for the first time. */
  | { state: 'lagging'; lagMs: number | undefined }
  | { state: 'refused' | 'unreachable'; reason: string }

export interface StandbyStore {
  /** Host and port, for example `db-2:5432`. */
  host: string
  /**
   * The store, whose figures, log and messages are read from the standby. Vault, documents, accounts and all writes stay
   * with the primary.
   */
  store: Store
}

/** Servers that answer reports instead of the primary while they are up to date. */
export interface Standbys {
  /**
   * Returns the store of the first usable standby; undefined if there is none. The standby contains every change that
   * the staff has made so far, and its projections have reached `position` and the events of these changes.
   */
  find(position: number): Promise<StandbyStore | undefined>
  /** Records that the staff has changed something. Call it after the change. */
  recordChange(): Promise<void>
  /** Returns the state of each standby by its host, in the order in which they are used. */
  states(): ReadonlyMap<string, StandbyState>
}
