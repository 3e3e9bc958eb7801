import type { EventMessage, HoldChange } from './outbox-store.ts'
import type { AttributionDelta, CountedRun, DropOffDelta, OrderRow } from './projection-store.ts'

/** A run that is excluded from lapsing, outbox and reports. The log and the vault keep its events and values. */
export interface Exclusion {
  runId: string
  /** ms since the epoch */
  at: number
  /** `service` means that the service excluded the run by itself, because its state cannot be projected. */
  by: 'operator' | 'service'
  /** At most `maxReasonLength` characters, never personal data. */
  reason: string
  /**
   * Checkpoint of the live generation at the time of the exclusion. Messages about events up to this position were
   * already enqueued.
   */
  position: number
}

export const maxReasonLength = 500

/** Change to a run's rows in one generation of projections. */
export type RunChange =
  | { generation: number; kind: 'rows'; change: RowsChange }
  /** The generation is not changed. Its rows have an older format, and it is about to be replaced. */
  | { generation: number; kind: 'skip' }

export interface RowsChange {
  /**
   * Last position of the run in the generation when this change was computed; null if there was none. If the generation
   * has processed later events of the run since then, `exclude` and `include` return `conflict`.
   */
  lastPosition: number | null
  /** The row to write when a run is included. Null when a run is excluded, because its row is then removed. */
  run: CountedRun | null
  order: OrderRow | null
  dropOff: DropOffDelta[]
  attribution: AttributionDelta[]
}

/** Messages to enqueue for events that were projected while the run was excluded. */
export interface PendingMessages {
  messages: EventMessage[]
  /** Changes to apply once `messages` have been enqueued, so that they affect those messages too. */
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
   * already excluded. Returns `conflict` and writes nothing if a generation was begun or advanced in the meantime.
   */
  exclude(
    exclusion: Omit<Exclusion, 'position'>,
    changes: readonly RunChange[],
  ): Promise<'done' | 'unchanged' | 'conflict'>
  /** Includes a run again and enqueues its pending messages. Returns `unchanged` if the run is not excluded. */
  include(
    runId: string,
    changes: readonly RunChange[],
    pending: PendingMessages,
  ): Promise<'done' | 'unchanged' | 'conflict'>
}
