import type { EventLog } from './event-log.ts'
import type { ExclusionStore } from './exclusion-store.ts'
import type { OperationalLog } from './operational-log.ts'
import type { OutboxStore } from './outbox-store.ts'
import type { ProjectionStore } from './projection-store.ts'
import type { RejectionStore } from './rejection-store.ts'
import type { ReportStore } from './report-store.ts'

/** Why a standby answers reports or not. */
export type StandbyState =
  | { state: 'usable'; lagMs: number }
  /** `lagMs` is undefined until the standby has caught up for the first time. */
  | { state: 'lagging'; lagMs: number | undefined }
  | { state: 'refused' | 'unreachable'; reason: string }

/** The parts of a store that are read from a standby. Their methods that write use the primary. */
export interface StandbyParts {
  log: EventLog
  rejections: RejectionStore
  operations: OperationalLog
  projections: ProjectionStore
  exclusions: ExclusionStore
  reports: ReportStore
  outbox: OutboxStore
}

/** Servers that answer reports instead of the primary while they are up to date. */
export interface Standbys {
  /**
   * Returns what the first usable standby replaces in a store; undefined if there is none. The standby contains every
   * change that the staff has made so far, and its projections have reached `position` and the events of these changes.
   * The object is the same until the standby is lost.
   */
  find(position: number): Promise<StandbyParts | undefined>
  /** Returns the state of each standby by its host, in the order in which they are used. */
  states(): ReadonlyMap<string, StandbyState>
}
