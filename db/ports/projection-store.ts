import type { AttributionModel, CreditDimension } from '#domain/attribution/credit-touches.ts'
import type { StoredKeys } from '#domain/reports/keys/key-book.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import type { EventMessage, HoldChange } from './outbox-store.ts'

/** One row per run: the columns that lapsing, reports and run lists query, and the whole fold state. */
export interface RunRow {
  runId: string
  funnel: string
  /** Version of the funnel at the run's first event. */
  version: number
  /** Corrected time of the start, and its Berlin day. */
  startedAt: number
  day: string
  status: 'open' | 'abandoned' | 'completed'
  /** `receivedAt` of the last event while the run may still lapse, else null. */
  silentSince: number | null
  lastPosition: number
  /** The fold state as JSON; opaque to the store. */
  state: unknown
}

/**
 * A run to write, with the segment and measures under which the roll-ups count it, so that run lists match the figures.
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
  /** Corrected time of the order, and its Berlin day. */
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
  /** `stage:2`, `completed`, `abandoned`, `seconds:1:37`, `invalid:2:adresse.plz:incomplete`. */
  measure: string
  runs: number
}

/** A change of credit in integer units, so that sums are exact. */
export interface AttributionDelta {
  funnel: string
  day: string
  model: AttributionModel
  dimension: CreditDimension
  key: string
  /** Credit in units of `creditUnit`, like `orders`. */
  runs: number
  orders: number
  revenueCents: number
}

export interface ProjectionCommit {
  generation: number
  /** Format of the fold states in the generation's rows. */
  format: number
  /** Checkpoint from which the rows were computed; the commit is a conflict if it has moved. */
  from: number
  to: number
  /** Revision of the generation when the exclusions were read; the commit is a conflict if it has changed. */
  revision: number
  runs: CountedRun[]
  orders: OrderRow[]
  dropOff: DropOffDelta[]
  attribution: AttributionDelta[]
  /** Report keys that occupy one of their day's limited places; never removed from their generation. */
  keys: ReportKey[]
  /** Messages, which are enqueued once per destination and position, and never by a rebuild. */
  messages: EventMessage[]
  /**
   * Changes that are applied after `messages`, including to them, and never by a rebuild. Messages of `neverHeldTypes`
   * are not affected.
   */
  holds: HoldChange[]
}

/** Selects runs whose first event after `asOf` is in (`after`, `upTo`]; `upTo` is at most the live checkpoint. */
export interface ResumedQuery {
  asOf: number
  after: number
  upTo: number
}

/** A run with events both up to and after a position. */
export interface ResumedRun {
  runId: string
  /** Position of the first event after it. */
  resumedAt: number
}

export interface SinceQuery {
  /** Counts events in (`asOf`, `upTo`]; `upTo` is at most the live checkpoint. */
  asOf: number
  upTo: number
  /** Counts only runs that started, or ordered, on these Berlin days, both included. */
  from: string
  to: string
  funnel?: string | undefined
  countedBy: 'start' | 'order'
}

/** Changes to runs of the live generation since a position; robots' runs are left out. */
export interface SinceCounts {
  events: number
  /** Runs without earlier events. */
  newRuns: number
  /** Runs with earlier events. */
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

/** Cursor in a list of silent runs. */
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
   * Writes rows, messages and checkpoint together. `conflict`: another process moved the checkpoint, removed
   * the generation, or excluded or included a run; nothing was written. Throws when a rebuild would pass the live
   * checkpoint: only the live runner enqueues messages, so those in between would be lost.
   */
  commit(batch: ProjectionCommit): Promise<'committed' | 'conflict'>
  /** Begins an empty generation, and removes an unfinished one. */
  begin(): Promise<number>
  /** Makes a generation live and removes the old one; returns false unless both have the same checkpoint. */
  switchTo(generation: number): Promise<boolean>
  /** Returns which of these keys have a place in the generation, and how many places of their days are occupied. */
  keys(generation: number | 'live', wanted: readonly ReportKey[]): Promise<StoredKeys>
  /**
   * Returns runs of the live generation that have been silent since before an instant, longest silence first, after a
   * cursor.
   */
  silentRuns(before: number, limit: number, after?: SilentRun): Promise<RunRow[]>
  /**
   * Returns orders whose withdrawal is declared but not decided, ordered by id, after a given id. Reads orders of
   * excluded runs from the log, the others from the live generation.
   */
  declaredOrders(limit: number, after?: string): Promise<DeclaredOrder[]>
  /** Returns runs of the live generation, in the order in which they were resumed. */
  resumedRuns(query: ResumedQuery): Promise<ResumedRun[]>
  countSince(query: SinceQuery): Promise<SinceCounts>
  /** Returns all rows of a generation in a fixed order, for comparison; leaves out sums that are zero again. */
  dump(generation: number): Promise<Record<'runs' | 'orders' | 'dropOff' | 'attribution', unknown[]>>
}
