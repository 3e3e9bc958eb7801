import type { AttributionModel, CreditDimension } from '#domain/attribution/credit-touches.ts'
import type { StoredKeys } from '#domain/reports/keys/key-book.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import type { EventMessage, HoldChange } from './outbox-store.ts'

/** One row per run: the columns by which lapsing, reports and run lists select runs, and the complete fold state. */
export interface RunRow {
  runId: string
  funnel: string
  /** Version of the funnel at the run's first event. */
  version: number
  /** Time of the start, corrected for clock errors of the client, in ms since the epoch, and its Berlin day. */
  startedAt: number
  day: string
  status: 'open' | 'abandoned' | 'completed'
  /** `receivedAt` of the last event if the run may still lapse, otherwise null. */
  silentSince: number | null
  lastPosition: number
  /** The fold state as JSON; opaque to the store. */
  state: unknown
}

/**
 * A run to write, with the segment and the measures under which the roll-ups count it. They are stored, so that run
 * lists match the figures.
 */
export interface CountedRun extends RunRow {
  segment: Segment
  /** Empty for a robot's run. */
  measures: string[]
}

export interface OrderRow {
  orderId: string
  number: string
  runId: string
  funnel: string
  /** Time of the order, corrected for clock errors of the client, in ms since the epoch, and its Berlin day. */
  at: number
  day: string
  position: number
  priceCents: number
  status: OrderStatus
  source: string
}

export type DeclaredOrder = Pick<OrderRow, 'orderId' | 'number'>

export interface Segment {
  device: string
  source: string
  medium: string
  campaign: string
  reason: string
}

/** A change to the number of runs with a measure. `segment` is null for the total of all segments. */
export interface DropOffDelta {
  funnel: string
  version: number
  day: string
  segment: Segment | null
  /**
   * Name of the measure, for example `stage:2`, `completed`, `abandoned`, `seconds:1:37` or
   * `invalid:2:adresse.plz:incomplete`.
   */
  measure: string
  runs: number
}

/** A change to the attributed credit, in integer units so that sums are exact. */
export interface AttributionDelta {
  funnel: string
  day: string
  model: AttributionModel
  dimension: CreditDimension
  key: string
  /** `runs` and `orders` are credit in units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

export interface ProjectionCommit {
  generation: number
  /** Format of the fold states in the generation's rows. */
  format: number
  /**
   * Checkpoint from which the rows were computed. If the checkpoint has moved since then, the commit returns
   * `conflict`.
   */
  from: number
  to: number
  /**
   * Revision of the generation when the exclusions were read. If the revision has changed since then, the commit
   * returns `conflict`.
   */
  revision: number
  runs: CountedRun[]
  orders: OrderRow[]
  dropOff: DropOffDelta[]
  attribution: AttributionDelta[]
  /**
   * Report keys that are newly admitted; their number per day and dimension is limited. A key is never removed from its
   * generation.
   */
  keys: ReportKey[]
  /** Messages to enqueue. Each is enqueued only once per destination and position, and never by a rebuild. */
  messages: EventMessage[]
  /**
   * Changes to apply after `messages` were enqueued; they also apply to those messages. A rebuild never applies them.
   * Messages of `neverHeldTypes` are not affected.
   */
  holds: HoldChange[]
}

/** Selects runs whose first event after `asOf` is in (`after`, `upTo`]; `upTo` is at most the live checkpoint. */
export interface ResumedQuery {
  asOf: number
  after: number
  upTo: number
}

/** A run with events both up to and after the position `asOf`. */
export interface ResumedRun {
  runId: string
  /** Position of the run's first event after `asOf`. */
  resumedAt: number
}

export interface SinceQuery {
  /** Counts events in (`asOf`, `upTo`]; `upTo` is at most the live checkpoint. */
  asOf: number
  upTo: number
  /** Counts only runs that started (or ordered, depending on `countedBy`) on these Berlin days, both included. */
  from: string
  to: string
  funnel?: string | undefined
  countedBy: 'start' | 'order'
}

/** Counts of what has happened in the live generation since a position; runs of robots are left out. */
export interface SinceCounts {
  events: number
  /** Runs without events up to `asOf`. */
  newRuns: number
  /** Runs that also have events up to `asOf`. */
  resumedRuns: number
  newOrders: number
}

export interface Generation {
  generation: number
  state: 'live' | 'building'
  /** Last projected position. */
  checkpoint: number
  format: number
  /** Incremented whenever a run is excluded or included. */
  revision: number
}

/** Cursor in a list of silent runs, which is ordered by `silentSince`. */
export interface SilentRun {
  /** ms since the epoch */
  silentSince: number
  runId: string
}

/** Projections are kept in generations: reports read the live one while a rebuild fills the next one. */
export interface ProjectionStore {
  /** Returns the live generation. `format` is that of the last commit; it is meaningless while the checkpoint is 0. */
  live(): Promise<Omit<Generation, 'state'>>
  /** Returns the live generation, and the one that a rebuild is filling. */
  generations(): Promise<Generation[]>
  runs(generation: number, runIds: string[]): Promise<RunRow[]>
  orders(generation: number, orderIds: string[]): Promise<OrderRow[]>
  /**
   * Writes rows, messages and the checkpoint in one transaction. Returns `conflict` and writes nothing if another
   * process has moved the checkpoint, removed the generation, or excluded or included a run. Throws if a rebuild would
   * pass the live checkpoint. Only the live runner enqueues messages, so the messages about the events in between would
   * be lost.
   */
  commit(batch: ProjectionCommit): Promise<'committed' | 'conflict'>
  /**
   * Begins a rebuild with an empty generation and returns the number of that generation. Removes the generation of an
   * earlier unfinished rebuild.
   */
  begin(): Promise<number>
  /** Makes a generation live and removes the old one; returns false unless both have the same checkpoint. */
  switchTo(generation: number): Promise<boolean>
  /**
   * Returns which of the `wanted` keys the generation has admitted. For each day and dimension of `wanted`, also returns
   * how many keys are admitted in total.
   */
  keys(generation: number | 'live', wanted: readonly ReportKey[]): Promise<StoredKeys>
  /**
   * Returns runs of the live generation whose silence began before an instant, longest silence first. The list starts
   * after a cursor.
   */
  silentRuns(before: number, limit: number, after?: SilentRun): Promise<RunRow[]>
  /**
   * Returns the orders whose withdrawal is declared but not decided, ordered by id, starting after a given id. Reads
   * the orders of excluded runs from the log, all others from the live generation.
   */
  declaredOrders(limit: number, after?: string): Promise<DeclaredOrder[]>
  /** Returns runs of the live generation, in the order in which they were resumed. */
  resumedRuns(query: ResumedQuery): Promise<ResumedRun[]>
  countSince(query: SinceQuery): Promise<SinceCounts>
  /** Returns all rows of a generation in a fixed order, for comparison. Leaves out sums that have returned to zero. */
  dump(generation: number): Promise<Record<'runs' | 'orders' | 'dropOff' | 'attribution', unknown[]>>
}
