import type { CopyStore } from './copy-store.ts'
import type { DeliveryStore } from './delivery-store.ts'
import type { EventLog, Vault } from './event-log.ts'
import type { Backup, PersonStore, RetentionStore } from './person-store.ts'
import type { ProjectionStore } from './projection-store.ts'
import type { Queue } from './queue.ts'
import type { ReportStore } from './report-store.ts'
import type { UploadStore } from './upload-store.ts'

/**
 * The store port. Every method is one whole transaction, so no transaction handle leaves an adapter,
 * and a synchronous engine (SQLite) and an asynchronous one (PostgreSQL) fit behind it alike.
 * Times are ms since the epoch. Every method throws `StoreUnavailable` when the engine cannot do its work now.
 */
export interface Store {
  log: EventLog
  vault: Vault
  uploads: UploadStore
  projections: ProjectionStore
  reports: ReportStore
  deliveries: DeliveryStore
  queue: Queue
  people: PersonStore
  retention: RetentionStore
  copy: CopyStore
  /**
   * Writes a consistent copy to a new file while the store is in use; the file appears when it is whole.
   * Throws `StoreRefused` when the file is there already or cannot be made.
   */
  backup(file: string): Promise<Backup>
  /** Resolves when the store can be written and its migrations are done; throws otherwise. */
  ready(): Promise<void>
  /** Finishes what is running and closes. */
  close(): Promise<void>
}

/**
 * The engine refused or could not be reached. Nothing of the call was committed, unless the message says that this is
 * not known because the connection broke while it was committed. Either way the call may be repeated later: what
 * is there already is told apart, an event by its id for example.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store cannot be opened as it was asked to: in use, another key, a newer schema. The message says what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}
