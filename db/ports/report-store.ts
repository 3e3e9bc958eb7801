import type { AttributionModel, StoredDimension } from '#domain/attribution/credit-touches.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import type { ShownStatus } from '#domain/orders/evolve-order.ts'
import type { FigureSums } from '#domain/reports/runs/figure-sums.ts'
import type { DayOf } from '#domain/reports/day-of.ts'
import type { OrderSort } from '#domain/reports/orders/sort.ts'
import type { RunDimension, RunFilters } from '#domain/runs/dimensions.ts'
import type { OrderRow, RunRow } from './projection-store.ts'

/**
 * Restricts a report to runs without events after a past position. These runs have not changed since, so a report as of
 * that position counts them as the current report does.
 */
export interface UntouchedFilter {
  /** Selects only runs without events after this position. */
  untouchedSince?: number
}

/** Selects runs that started on these Berlin days, both included, in one of these funnels, if reports count them. */
interface RunFilter extends UntouchedFilter {
  funnels: readonly string[]
  from: string
  to: string
  /** Versions of the funnels; all if absent. */
  versions?: readonly number[]
  segment: RunFilters
}

export interface CountsQuery extends RunFilter {
  /**
   * Splits the counts of each funnel into one group per value of this dimension, or per pair of values of two. If absent,
   * each funnel has one group.
   */
  by?: GroupDimension | readonly [GroupDimension, GroupDimension]
  /**
   * Kinds of measures to return. The kind is the part of a measure's name before the first colon. Each family of
   * measures to which one of them belongs is read (see domain/runs/measure-families.ts).
   */
  kinds: readonly string[]
}

export type GroupDimension = 'day' | 'version' | RunDimension

export interface Counts {
  asOfPosition: number
  /**
   * `key` is the value of the dimension `by`, or empty if `by` is absent; for two dimensions, it is the JSON list of both
   * values (see `pairOf`). Groups without runs are left out.
   */
  groups: { funnel: string; key: string; measures: { measure: string; runs: number }[] }[]
}

/**
 * Cursor in a list of runs that is sorted by start or, with `dayOf: 'order'`, by order, newest first. If `runId` is
 * empty, the cursor is after all runs of this millisecond.
 */
export interface RunCursor {
  /** Time of the start or of the order, in ms since the epoch. */
  at: number
  runId: string
}

/** Period in ms since the epoch, without `until`. */
export interface TimeSpan {
  since: number
  until: number
}

export interface RunsQuery extends RunFilter {
  /**
   * Names of measures, such as `stage:2`. Selects runs that have one of them. No run may have two of them, because
   * `sums` adds up their counts and would count such a run twice.
   */
  anyOf: readonly string[]
  /** With `order`, the days are those on which orders were placed, and the list is sorted by order. */
  dayOf?: DayOf
  /** With `dayOf: 'order'`, selects runs whose order was placed in one of these periods. */
  placedIn?: readonly TimeSpan[]
  /** Names of measures. Selects runs that have none of them. */
  butNot: readonly string[]
  /** Selects runs with this status; all if absent. */
  status?: RunRow['status']
  /** Lists only runs with events after this position. `sums` contains the other runs as well. */
  touchedSince?: number
  /** Cursor from the previous page; absent for the first page. The page contains the next older runs. */
  before?: RunCursor
  limit: number
}

export interface RunsPage {
  asOfPosition: number
  /**
   * Sums of the runs that the measures select, whatever their status is, computed from the same roll-ups as `counts`.
   */
  sums: FigureSums
  rows: RunRow[]
  /**
   * Cursor for the next page; null on the last one. A page may have fewer rows than the limit even if it is not the
   * last one, because each page scans a bounded number of rows.
   */
  next: RunCursor | null
}

export interface LiveQuery {
  /** Period of the counted starts and orders, in ms since the epoch. */
  since: number
  until: number
  /** A run without an order counts as active if its visitor was active at or after this instant. */
  activeSince: number
}

export interface LiveCounts {
  asOfPosition: number
  activeRuns: number
  /** `minute` is the beginning of the minute, in ms since the epoch. */
  started: { minute: number; funnel: string; runs: number }[]
  ordered: { minute: number; funnel: string; orders: number }[]
}

export interface AttributionQuery extends UntouchedFilter {
  from: string
  to: string
  model: AttributionModel
  /** For a dimension of `isPlaced`, the days are those on which orders were placed; otherwise those of the starts. */
  by: StoredDimension
  funnel?: string
  /** Selects the runs of a variant; all if absent. The credits are then computed run by run. */
  segment?: Pick<RunFilters, 'variant'>
}

export interface ModelsQuery extends UntouchedFilter {
  from: string
  to: string
  /** Models to return; all by default. */
  models?: readonly AttributionModel[]
  /** See `AttributionQuery`. The measures always count the runs that started on the days. */
  by: StoredDimension
  /** Whether credits are summed for each funnel and day. The keys are then those of `dailyKey`. */
  daily?: boolean
  /** Prefix of the selected keys. All keys are selected if it is absent. */
  keyPrefix?: string
  funnels: readonly string[]
  /** See `AttributionQuery`. */
  segment?: Pick<RunFilters, 'variant'>
  /** Kinds of measures to return, as in `CountsQuery`; none without kinds. */
  kinds: readonly string[]
}

export interface Credit {
  key: string
  /** `runs` and `orders` are amounts of credit. A whole run or order has a credit of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
  netRevenueCents: number
}

export interface ModelCredit extends Credit {
  model: AttributionModel
}

/** Selects the orders of runs that started on these days or, with `dayOf: 'order'`, that were placed on them. */
export interface OrderTimesQuery extends Omit<RunFilter, 'versions'> {
  dayOf: DayOf
}

/** Orders of a funnel that were placed and paid in the same hours, of runs that started on the same day. */
export interface TimedOrders {
  funnel: string
  /** Berlin day of the start. */
  day: string
  /** Hours since the epoch; null if the orders are not paid. */
  orderedHour: number
  paidHour: number | null
  orders: number
  revenueCents: number
  /** Those of them that are paid and neither withdrawn, failed nor refunded. */
  netOrders: number
  netRevenueCents: number
}

/** Selects orders that were placed on these Berlin days, both included. Absent filters select all orders. */
export interface OrderFilter extends UntouchedFilter {
  from: string
  to: string
  funnel?: string
  /** First characters of the order number, at least `minNumberLength`. */
  number?: string
  /** `expired` selects the unpaid orders that were placed at `expiredUpTo` or before, `ordered` the other unpaid ones. */
  status?: ShownStatus
  /** ms since the epoch */
  expiredUpTo: number
  /** What operators have to do for the orders; those for which they have to do nothing else are left out. */
  works?: readonly OrderWork[]
  /** Whether orders paid by a test payment are left out, or all others are. */
  testPayments?: 'without' | 'only'
  /** Whether orders of runs that seem to be a robot's are left out, or all others are. */
  robots?: 'without' | 'only'
}

/** Sort key of an order: the value of the sorted column, then time and position. The column `time` has the value 0. */
export interface OrderCursor {
  value: number
  at: number
  position: number
}

export interface OrdersQuery extends OrderFilter {
  sort: OrderSort
  /** Sort key of the last order of the previous page. The page contains the orders that follow it. */
  after?: OrderCursor
  limit: number
  /** Whether to sum all selected orders, on all pages. */
  sums: boolean
}

export interface OrderSums {
  orders: number
  revenueCents: number
  netRevenueCents: number
}

export interface OrdersPage {
  asOfPosition: number
  rows: OrderRow[]
  /** Null unless `sums` was requested. */
  sums: OrderSums | null
}

/** Selects an order by its number, whatever the filters of a list are. */
export interface NumberQuery {
  number: string
  /** Last log position of the selected orders; all if absent. */
  upTo?: number
}

/** Where orders with a number are found. */
export interface NumberMatches {
  orders: number
  /** Day and funnel of the newest one. */
  day: string
  funnel: string
}

export interface ReportStore {
  /** Returns the number of runs by measure, summed from the roll-ups. */
  counts(query: CountsQuery): Promise<Counts>
  /** Returns the runs that a figure of a report counts, newest start first. */
  runsOf(query: RunsQuery): Promise<RunsPage>
  live(query: LiveQuery): Promise<LiveCounts>
  attribution(query: AttributionQuery): Promise<{ asOfPosition: number; rows: Credit[] }>
  /**
   * Returns the credits under every attribution model, and the number of runs by measure on the same days. Both are as
   * of the same position.
   */
  attributionModels(query: ModelsQuery): Promise<{
    asOfPosition: number
    rows: ModelCredit[]
    measures: { measure: string; runs: number }[]
  }>
  /** Returns when orders were placed and paid. The number of groups depends on the days, hardly on the orders. */
  orderTimes(query: OrderTimesQuery): Promise<{ asOfPosition: number; groups: TimedOrders[] }>
  /** Returns a page of orders, and the sums of all pages. */
  orders(query: OrdersQuery): Promise<OrdersPage>
  /** Returns how many orders have a number with these first characters; undefined if none. */
  orderNumbers(query: NumberQuery): Promise<NumberMatches | undefined>
}
