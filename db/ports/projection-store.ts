import type { AttributionModel, StoredDimension } from '#domain/attribution/credit-touches.ts'
import type { StoredKeys } from '#domain/reports/keys/key-book.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { OrderStatus } from '#domain/orders/evolve-order.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import type { MeasureFamily } from '#domain/runs/measure-families.ts'
import type { RunGroup } from '#domain/runs/run-groups.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { EventMessage, HoldChange } from './outbox-store.ts'

/**
 * Projected row of a run. It contains the complete state of the run, and the columns by which runs are selected for
 * reports, for run lists and for `lapsed` events.
 */
export interface RunRow {
  runId: string
  funnel: string
  /** Version of the funnel at the run's first event. */
  version: number
  /**
   * Time of the run's start in ms since the epoch, corrected for errors of the client's clock. `day` is its Berlin day.
   */
  startedAt: number
  day: string
  status: 'open' | 'abandoned' | 'completed'
  /**
   * `receivedAt` of the visitor's last event, if a `lapsed` event may still follow. Otherwise null, for example after
   * the order.
   */
  silentSince: number | null
  lastPosition: number
  /** State of the run, computed from its events and stored as JSON. */
  state: unknown
}

/**
 * A run to write, with the segment and the measures under which the roll-ups count it. Segment and measures are stored
 * with the run, so that a list can contain exactly the runs that a figure of a report counts.
 */
export interface CountedRun extends RunRow {
  segment: RunSegment
  /** Names of measures. Empty if reports do not count the run. */
  measures: string[]
}

export interface OrderRow {
  orderId: string
  number: string
  runId: string
  funnel: string
  /** Time of the order in ms since the epoch, corrected for errors of the client's clock. `day` is its Berlin day. */
  at: number
  day: string
  position: number
  priceCents: number
  status: OrderStatus
  source: string
  /** What operators still have to do for the order; null if nothing. */
  work: OrderWork | null
  /** `robot` if the run seemed to be a robot's. Other reports count such an order only after its payment. */
  visitor: 'person' | 'robot'
  /** Net revenue of the order in cents: its price, or 0 (see `netRevenueCents` in domain/runs/run-revenue.ts). */
  netCents: number
  /** How the order was paid: not yet, with money, or by a test payment without money. */
  payment: 'none' | 'money' | 'test'
  /** Position of the last event of the order's run. */
  lastPosition: number
  /** Time of the payment in ms since the epoch; null without one. */
  paidAt: number | null
  /** Funnel and Berlin day of the start of the order's run, as in the run's row. */
  startFunnel: string
  startDay: string
}

export type DeclaredOrder = Pick<OrderRow, 'orderId' | 'number'>

/** A count of the drop-off reports: the number of runs of a group to which a measure applies. */
export interface DropOffCount extends RunGroup {
  /**
   * Name of the measure, for example `stage:2`, `completed`, `abandoned`, `seconds:1:37` or
   * `invalid:2:adresse.plz:incomplete`.
   */
  measure: string
  runs: number
}

/** Changes to the counts of a group of runs, for the measures of one family. */
export interface DropOffChange extends RunGroup {
  family: MeasureFamily
  /** Change of the number of runs, by the name of the measure. */
  runs: ReadonlyMap<string, number>
}

/**
 * A change to the credit of an attribution key, for example of a campaign. Credit is stored in integer units, so that
 * sums are exact.
 */
export interface AttributionDelta {
  funnel: string
  day: string
  model: AttributionModel
  dimension: StoredDimension
  key: string
  /** Change to the credit for runs: `creditUnit` is one whole run. `orders` has the same unit. */
  runs: number
  orders: number
  revenueCents: number
  netRevenueCents: number
}

export interface ProjectionCommit {
  generation: number
  /** Format of the run states in the generation's rows. */
  format: number
  /**
   * Checkpoint from which the rows were computed. If the checkpoint has moved since then, the commit returns
   * `conflict`.
   */
  from: number
  to: number
  /**
   * Revision of the generation when the excluded runs were read. If the revision has changed since then, the commit
   * returns `conflict`.
   */
  revision: number
  runs: CountedRun[]
  orders: OrderRow[]
  /** Berlin days on which the runs start, and on which they started before the batch, each at most once. */
  days: string[]
  /** At most one change per group and family. */
  dropOff: DropOffChange[]
  attribution: AttributionDelta[]
  /**
   * Report keys that this commit admits. Reports count each admitted key separately and all other keys together as
   * `(other)`. The number of admitted keys per day and dimension is limited, and none of them is ever removed from its
   * generation.
   */
  keys: ReportKey[]
  /** Messages to enqueue. Each is enqueued only once per destination and position, and never by a rebuild. */
  messages: EventMessage[]
  /**
   * Changes to the messages of runs. They are applied after `messages` are enqueued, so they also affect those
   * messages. Messages of `neverHeldTypes` are not affected. A rebuild applies no changes.
   */
  holds: HoldChange[]
}

/**
 * Selects runs by the position of their first event after `asOf`: it must be in (`after`, `upTo`]. `upTo` is at most
 * the live checkpoint.
 */
export interface ResumedQuery {
  asOf: number
  after: number
  upTo: number
}

/** A run that has events up to position `asOf` and also after it. */
export interface ResumedRun {
  runId: string
  /** Position of the run's first event after `asOf`. */
  resumedAt: number
}

export interface SinceQuery {
  /** Events at positions in (`asOf`, `upTo`] are counted. `upTo` is at most the live checkpoint. */
  asOf: number
  upTo: number
  /** First Berlin day of the counted runs. `countedBy` says whether the day of the start or of the order matters. */
  from: string
  /** Last Berlin day of the counted runs, inclusive. */
  to: string
  funnel?: string | undefined
  countedBy: 'start' | 'order'
}

/** What has happened since position `asOf`, according to the live generation. Runs of robots are left out. */
export interface SinceCounts {
  events: number
  /** Number of runs whose events are all after `asOf`. */
  newRuns: number
  /** Number of runs with events both up to and after `asOf`. */
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
  /** Returns the live generation. Its `format` is meaningless while the checkpoint is 0: the first commit sets it. */
  live(): Promise<Omit<Generation, 'state'>>
  /** Returns the live generation and, during a rebuild, the generation that the rebuild is filling. */
  generations(): Promise<Generation[]>
  runs(generation: number, runIds: string[]): Promise<RunRow[]>
  orders(generation: number, orderIds: string[]): Promise<OrderRow[]>
  /**
   * Writes rows, messages and the checkpoint in one transaction. Returns `conflict` and writes nothing if another
   * process has moved the checkpoint, removed the generation, written a newer format, or excluded or included a run.
   * Throws if the checkpoint of a rebuild would pass the live checkpoint. If such a rebuild became live, the messages
   * about the events between the two checkpoints would be lost, because rebuilds enqueue no messages.
   */
  commit(batch: ProjectionCommit): Promise<'committed' | 'conflict'>
  /**
   * Begins a rebuild with an empty generation and returns the number of that generation. Removes the generation of an
   * earlier unfinished rebuild.
   */
  begin(): Promise<number>
  /**
   * Makes a generation live and removes the previous live generation. If their checkpoints differ, changes nothing and
   * returns false.
   */
  switchTo(generation: number): Promise<boolean>
  /**
   * Returns which of the `wanted` keys the generation has admitted. For each day and dimension of `wanted`, also
   * returns the total number of admitted keys.
   */
  keys(generation: number | 'live', wanted: readonly ReportKey[]): Promise<StoredKeys>
  /**
   * Returns runs of the live generation whose `silentSince` is earlier than `before`, ordered by `silentSince`. The
   * list starts after the run that `after` identifies.
   */
  silentRuns(before: number, limit: number, after?: SilentRun): Promise<RunRow[]>
  /**
   * Returns the orders whose withdrawal is declared but not decided, ordered by id, starting after a given id. Orders
   * of excluded runs are read from the log, all others from the live generation.
   */
  declaredOrders(limit: number, after?: string): Promise<DeclaredOrder[]>
  /** Returns the orders of the live generation with this status, ordered by id, starting after a given id. */
  ordersInStatus(status: OrderStatus, limit: number, after?: string): Promise<DeclaredOrder[]>
  /**
   * Returns the time of the oldest payment of an order that is to be fulfilled and not sent yet (status `paid` or
   * `submitted`), in ms since the epoch; undefined if there is none. Orders of excluded runs count as well.
   */
  oldestUnsent(): Promise<number | undefined>
  /**
   * Returns the states that runs of the live generation had after their archived events (see `ArchiveStore`). Only runs
   * that have got later events have such a state.
   */
  archivedStates(runIds: readonly string[]): Promise<{ runId: string; state: unknown }[]>
  /** Returns resumed runs of the live generation, ordered by `resumedAt`. */
  resumedRuns(query: ResumedQuery): Promise<ResumedRun[]>
  /** Returns the days of the query with runs that have events after `asOf`, and possibly others. */
  changedDays(query: SinceQuery): Promise<string[]>
  countSince(query: SinceQuery): Promise<SinceCounts>
  /**
   * Returns all rows of a generation in a fixed order, so that two generations can be compared. Leaves out sums that
   * are zero.
   */
  dump(generation: number): Promise<Record<'runs' | 'orders' | 'dropOff' | 'attribution', unknown[]>>
}
