import type { AttributionModel, CreditDimension, TouchDimension } from '#domain/attribution/credit-touches.ts'
import type { OrderRow, RunRow, Segment } from './projection-store.ts'

/** Selects runs that count in a past report exactly as in the current one. */
export interface UntouchedFilter {
  /** Selects only runs without events after this position. */
  untouchedSince?: number
}

/** Selects runs that started on these Berlin days, both included, in one of these funnels; never runs of robots. */
interface RunFilter extends UntouchedFilter {
  funnels: readonly string[]
  from: string
  to: string
  segment: Partial<Segment>
}

export interface CountsQuery extends RunFilter {
  /**
   * All versions if absent. `newest` is the highest version with runs in the range in any segment; it cannot be
   * combined with `untouchedSince`.
   */
  version?: number | 'newest'
  /** Groups the sums further within each funnel; one group per funnel if absent. */
  by?: 'day' | 'version' | keyof Segment
  /** Kinds of measures, which is the part of a name before its first colon; all if absent. */
  kinds?: readonly string[]
}

export interface Counts {
  asOfPosition: number
  /** The counted version; null if all were requested, or if the newest was requested and there are no runs. */
  version: number | null
  /** `key` is the value of `by`, or empty without it. Groups without runs are left out. */
  groups: { funnel: string; key: string; measures: { measure: string; runs: number }[] }[]
}

/** Cursor in a list of runs, newest start first; an empty id places it after all runs that started in that ms. */
export interface RunCursor {
  startedAt: number
  runId: string
}

export interface RunsQuery extends RunFilter {
  version?: number
  /** Exact names of measures, of which a run must have exactly one. */
  anyOf: readonly string[]
  /** Exact names of measures of which a run must have none. */
  butNot: readonly string[]
  /** The page starts after it. */
  before?: RunCursor
  limit: number
}

export interface RunsPage {
  asOfPosition: number
  /** Number of runs on all pages, from the same sums as `counts`. */
  total: number
  rows: RunRow[]
  /**
   * Null on the last page. Other pages may have fewer rows than the limit, because each scans a bounded number of rows.
   */
  next: RunCursor | null
}

export interface LiveQuery {
  /** Counts runs that started and orders that were placed between these instants, in ms. */
  since: number
  until: number
  /** Counts runs without an order whose visitor was active at or after this instant. */
  activeSince: number
}

export interface LiveCounts {
  asOfPosition: number
  activeRuns: number
  /** `minute` is the first ms of the minute. */
  started: { minute: number; funnel: string; runs: number }[]
  ordered: { minute: number; funnel: string; orders: number }[]
}

export interface AttributionQuery extends UntouchedFilter {
  from: string
  to: string
  model: AttributionModel
  by: TouchDimension
  funnel?: string
}

export interface ModelsQuery extends UntouchedFilter {
  from: string
  to: string
  by: CreditDimension
  /** Selects only keys that begin with it. */
  keyPrefix?: string
  funnels: readonly string[]
}

export interface Credit {
  key: string
  /** Credit in units of `creditUnit`, like `orders`. */
  runs: number
  orders: number
  revenueCents: number
}

export interface ModelCredit extends Credit {
  model: AttributionModel
}

export interface OrdersQuery {
  from: string
  to: string
  funnel?: string
  /** The page starts after it. */
  before?: { at: number; position: number }
  /** Selects only orders up to and including this position of the log. */
  upTo?: number
  limit: number
}

export interface ReportStore {
  /** Returns sums of the roll-ups. */
  counts(query: CountsQuery): Promise<Counts>
  /** Returns the runs that a figure counts, newest start first. */
  runsOf(query: RunsQuery): Promise<RunsPage>
  live(query: LiveQuery): Promise<LiveCounts>
  attribution(query: AttributionQuery): Promise<{ asOfPosition: number; rows: Credit[] }>
  /** Returns credits under every model, and the runs of the same days by measure, all as of one position. */
  attributionModels(query: ModelsQuery): Promise<{
    asOfPosition: number
    rows: ModelCredit[]
    measures: { measure: string; runs: number }[]
  }>
  /** Returns orders, newest first. */
  orders(query: OrdersQuery): Promise<{ asOfPosition: number; rows: OrderRow[] }>
}
