import type { AttributionModel, CreditDimension, TouchDimension } from '#domain/attribution.ts'
import type { OrderRow, RunRow, Segment } from './projection-store.ts'

/** Runs that started on these Berlin days, both ends included, in one of these funnels. Robots' runs are never among them. */
interface AskedRuns {
  funnels: readonly string[]
  from: string
  to: string
  segment: Partial<Segment>
}

export interface CountsQuery extends AskedRuns {
  /** Absent: all of them. `newest`: the highest one with runs in the range, whatever the segment. */
  version?: number | 'newest'
  /** What the sums are told apart by, beside the funnel; absent: by nothing. */
  by?: 'day' | keyof Segment
  /** Only measures of these kinds, which is what stands before their first colon; absent: all. */
  kinds?: readonly string[]
}

export interface Counts {
  asOfPosition: number
  /** The version that was counted; null when all were asked for, or the newest one and there are no runs. */
  version: number | null
  /** `key` is the day or the value of the segment, and empty when nothing was asked for. Those without runs are left out. */
  groups: { funnel: string; key: string; measures: { measure: string; runs: number }[] }[]
}

/** Place of a run in a list, newest start first; without an id it is behind all that started in that ms. */
export interface RunPlace {
  startedAt: number
  runId: string
}

export interface RunsQuery extends AskedRuns {
  version?: number
  /** Measures of which a run has exactly one, and those that it must not have beside it; exact names. */
  anyOf: readonly string[]
  butNot: readonly string[]
  /** The page starts behind it. */
  before?: RunPlace
  limit: number
}

export interface RunsPage {
  asOfPosition: number
  /** Over all pages, read from the sums that `counts` reads. */
  total: number
  rows: RunRow[]
  /** Null on the last page. Others may have fewer rows than the limit: of rare runs a page looks through so many only. */
  next: RunPlace | null
}

export interface LiveQuery {
  /** Runs that started, and orders that were placed, from then on; `until` is now. All in ms. */
  since: number
  until: number
  /** Runs without an order whose visitor was heard of from then on. */
  activeSince: number
}

export interface LiveCounts {
  asOfPosition: number
  activeRuns: number
  /** By the first ms of the minute. */
  started: { minute: number; funnel: string; runs: number }[]
  ordered: { minute: number; funnel: string; orders: number }[]
}

export interface ModelCredit {
  model: AttributionModel
  key: string
  /** In units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

export interface ReportStore {
  /** Sums of the roll-ups. */
  counts(query: CountsQuery): Promise<Counts>
  /** The runs behind a figure, newest start first. */
  runsOf(query: RunsQuery): Promise<RunsPage>
  live(query: LiveQuery): Promise<LiveCounts>
  attribution(query: {
    from: string
    to: string
    model: AttributionModel
    by: TouchDimension
    funnel?: string
  }): Promise<{
    asOfPosition: number
    rows: { key: string; runs: number; orders: number; revenueCents: number }[]
  }>
  /** Credits under every model, and the runs of the same days by measure over all segments, from one position. */
  attributionModels(query: {
    from: string
    to: string
    by: CreditDimension
    /** Only keys that begin with it. */
    keyPrefix?: string
    funnels: readonly string[]
  }): Promise<{
    asOfPosition: number
    rows: ModelCredit[]
    measures: { measure: string; runs: number }[]
  }>
  /** Newest first; `before` is the place after which the page starts. */
  orders(query: {
    from: string
    to: string
    funnel?: string
    before?: { at: number; position: number }
    /** Only orders whose event stands up to there in the log. */
    upTo?: number
    limit: number
  }): Promise<{ asOfPosition: number; rows: OrderRow[] }>
}
