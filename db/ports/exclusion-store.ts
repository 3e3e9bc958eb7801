import type { EventMessage, HoldChange } from './outbox-store.ts'
import type { AttributionDelta, CountedRun, DropOffDelta, OrderRow } from './projection-store.ts'

/** A run that is excluded from lapsing, outbox and reports. The log and the vault keep its events and values. */
export interface Exclusion {
  runId: string
  /** ms since the epoch */
  at: number
  /** `service` excludes a run whose state cannot be projected. */
  by: 'operator' | 'service'
  /** At most `maxReasonLength` characters, never personal data. */
  reason: string
  /** Live checkpoint at the time of the exclusion: messages of events up to it were already enqueued. */
  position: number
}

export const maxReasonLength = 500

/** Change to a run's rows in one generation of projections. */
export type RunChange =
  | { generation: number; kind: 'rows'; change: RowsChange }
  /** The generation has rows of an older format and is about to be replaced. */
  | { generation: number; kind: 'skip' }

export interface RowsChange {
  /**
   * `lastPosition` of the rows that are removed or written; null if there are none. The call returns `conflict` if the
   * generation has meanwhile processed later events of the run.
   */
  lastPosition: number | null
  /** The row to write when a run is included; null when it is excluded, which removes its row. */
  run: CountedRun | null
  order: OrderRow | null
  dropOff: DropOffDelta[]
  attribution: AttributionDelta[]
}

/** Messages to enqueue for events that were projected while the run was excluded. */
export interface PendingMessages {
  messages: EventMessage[]
  /** Changes that are applied after `messages`, including to them. */
  holds: HoldChange[]
}

export interface ExclusionStore {
  find(runId: string): Promise<Exclusion | undefined>
  /** Returns the excluded runs among `runIds`. */
  among(runIds: readonly string[]): Promise<string[]>
  /** Counts runs excluded at or after an instant, by who excluded them. */
  count(since: number): Promise<{ by: Exclusion['by']; runs: number }[]>
  /**
   * Excludes a run and removes its rows from every generation, in one transaction. `unchanged` means that it is already
   * excluded; `conflict`, that a generation was begun or has moved meanwhile and nothing was written.
   */
  exclude(
    exclusion: Omit<Exclusion, 'position'>,
    changes: readonly RunChange[],
  ): Promise<'done' | 'unchanged' | 'conflict'>
  /** Includes a run again and enqueues its pending messages. `unchanged` means that it is not excluded. */
  include(
    runId: string,
    changes: readonly RunChange[],
    pending: PendingMessages,
  ): Promise<'done' | 'unchanged' | 'conflict'>
}
