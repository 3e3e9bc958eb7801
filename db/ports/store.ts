import type { AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import type { AcknowledgementStore } from './acknowledgement-store.ts'
import type { ArchiveStore } from '#db/ports/log/archive-store.ts'
import type { CopyStore } from './copy-store.ts'
import type { DocumentStore } from './document-store.ts'
import type { EventLog, Vault } from './event-log.ts'
import type { ExclusionStore } from './exclusion-store.ts'
import type { HandoverStore } from './handover-store.ts'
import type { LogPartitions } from '#db/ports/log/log-partitions.ts'
import type { OperationalLog } from './operational-log.ts'
import type { OperatorStore } from './operator-store.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { Backup, PersonStore, RetentionStore } from './person-store.ts'
import type { ProjectionStore } from './projection-store.ts'
import type { RejectionStore } from './rejection-store.ts'
import type { ReportStore } from './report-store.ts'
import type { SessionStore } from '#db/ports/staff/session-store.ts'
import type { Standbys } from './standbys.ts'
import type { TextStore } from './text-store.ts'
import type { UploadStore } from './upload-store.ts'
import type { SavedViewStore } from '#db/ports/staff/saved-view-store.ts'
import type { UserSessionStore, UserStore } from '#db/ports/staff/user-store.ts'

/**
 * Interface to the database. Every method begins and ends its own transactions, so callers handle none. The interface
 * therefore suits both a synchronous engine (SQLite) and an asynchronous one (PostgreSQL). Times are ms since the
 * epoch. Every method throws `StoreUnavailable` during an outage of the engine.
 */
export interface Store {
  log: EventLog
  rejections: RejectionStore
  operations: OperationalLog
  vault: Vault
  uploads: UploadStore
  documents: DocumentStore
  projections: ProjectionStore
  exclusions: ExclusionStore
  reports: ReportStore
  outbox: OutboxStore
  people: PersonStore
  retention: RetentionStore
  sessions: SessionStore
  users: UserStore
  userSessions: UserSessionStore
  accessTokens: AccessTokenStore
  savedViews: SavedViewStore
  handovers: HandoverStore
  texts: TextStore
  operators: OperatorStore
  acknowledgements: AcknowledgementStore
  archive: ArchiveStore
  copy: CopyStore
  /** Upkeep of the partitions of the log; absent if the engine has none. */
  partitions?: LogPartitions
  /** Servers that answer reports; absent if none is configured. */
  standbys?: Standbys
  /**
   * Records that the staff has changed something, for processes that read from standbys. Call it after the change.
   * Absent if the engine has no standbys.
   */
  recordStaffChange?: () => Promise<void>
  /**
   * Writes a consistent copy to a new file while the store is in use; the file appears only when it is complete. Throws
   * `StoreRefused` if the file exists or cannot be created.
   */
  backup(file: string): Promise<Backup>
  /**
   * Returns the time of the clock that all processes of the service share, in ms since the epoch. This is the clock of
   * the database server if there is one, otherwise the clock of the process. The time never runs backwards, unless the
   * server's clock is set back.
   */
  now: () => number
  /** Resolves if the store is migrated, readable and writable; throws otherwise. Performs a real write. */
  ready(): Promise<void>
  /**
   * Aborted, with the reason, when a thread of the store has died or the database was found to be damaged. The process
   * must then be replaced by a new one.
   */
  lost: AbortSignal
  /** Waits for the running calls and closes the store. */
  close(): Promise<void>
}

/**
 * The engine is unavailable or refused the call. Nothing was committed, unless the message says that the outcome is
 * unknown. The outcome is unknown if the connection or the thread broke during the commit. The caller can always repeat
 * the call: what was already committed is recognised, for example by the event id, and not stored again.
 */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** A statement took longer than it may. Another server would take as long. */
export class StatementTimeout extends StoreUnavailable {
  override name = 'StatementTimeout'
}

/**
 * The store cannot be opened or refuses a request. For example, it is in use, was created with another key or has a
 * newer schema. The message says what to do.
 */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}
