import type { EventMessage, HoldChange } from './outbox-store.ts'
import type { AttributionDelta, CountedRun, DropOffChange, OrderRow } from './projection-store.ts'

/**
 * A run that is left out of reports, sends no messages and never lapses. The log and the vault keep its events and
 * values.
 */
export interface Exclusion {
  runId: string
  /** ms since the epoch */
  at: number
  /** `service` means that the service excluded the run automatically, because its events could not be projected. */
  by: 'operator' | 'service'
  /** At most `maxReasonLength` characters, never personal data. */
  reason: string
  /**
   * Checkpoint of the live generation at the time of the exclusion. Messages about events up to this position are
   * already in the outbox.
   */
  position: number
}

export const maxReasonLength = 500

/** Change to a run's rows in one generation of projections. */
export type RunChange =
  | { generation: number; kind: 'rows'; change: RowsChange }
  /** The generation is not changed. Its rows have an older format, and a rebuild is about to replace it. */
  | { generation: number; kind: 'skip' }

export interface RowsChange {
  /**
   * Position of the run's last event in the generation when this change was computed; null if the generation had no
   * event of the run. If the generation has since processed other events of the run, `exclude` and `include` return
   * `conflict`.
   */
  lastPosition: number | null
  /** The row to write when a run is included. Null when a run is excluded, because its row is then removed. */
  run: CountedRun | null
  order: OrderRow | null
  /** Berlin days on which the run starts or started, each at most once; empty if the generation has no event of the run. */
  days: string[]
  /** At most one change per group and family. */
  dropOff: DropOffChange[]
  attribution: AttributionDelta[]
}

/** Messages about the events that the projection skipped while the run was excluded. */
export interface PendingMessages {
  messages: EventMessage[]
  /**
   * Changes that hold, release or discard the run's messages. They are applied after `messages` are enqueued, so that
   * they affect those messages too.
   */
  holds: HoldChange[]
}

export interface ExclusionStore {
  find(runId: string): Promise<Exclusion | undefined>
  /** Returns the excluded runs among `runIds`. */
  among(runIds: readonly string[]): Promise<string[]>
  /** Counts runs excluded at or after an instant, by who excluded them. */
  count(since: number): Promise<{ by: Exclusion['by']; runs: number }[]>
  /**
   * Excludes a run and removes its rows from every generation, in one transaction. Returns `unchanged` if the run is
   * already excluded. Returns `conflict` and writes nothing if `changes` are outdated: after they were computed, a
   * generation was begun or replaced, or processed events of the run.
   */
  exclude(
    exclusion: Omit<Exclusion, 'position'>,
    changes: readonly RunChange[],
  ): Promise<'done' | 'unchanged' | 'conflict'>
  /**
   * Includes a run again and enqueues its pending messages. Returns `unchanged` if the run is not excluded, and
   * `conflict` as `exclude` does.
   */
  include(
    runId: string,
    changes: readonly RunChange[],
    pending: PendingMessages,
  ): Promise<'done' | 'unchanged' | 'conflict'>
}
