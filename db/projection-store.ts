import type { AttributionModel, CreditDimension } from '#domain/attribution.ts'
import type { NewDelivery } from './delivery-store.ts'
import type { NewJob } from './queue.ts'

/** One row a run: what lapsing, reports and run lists ask for, and the whole fold state beside it. */
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
  /** The fold state as JSON; opaque here. */
  state: unknown
}

/** A run as it is written: with what the roll-ups count it under, so that the list behind a figure agrees with it. */
export interface CountedRun extends RunRow {
  segment: Segment
  /** None for a robot's run. */
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
  status: 'ordered' | 'paid' | 'withdrawn'
  source: string
}

export interface Segment {
  device: string
  source: string
  medium: string
  campaign: string
  reason: string
}

/** A change of the number of runs that have a measure. `segment` null is the total over all segments. */
export interface DropOffDelta {
  funnel: string
  version: number
  day: string
  segment: Segment | null
  /** `stage:2`, `completed`, `abandoned`, `seconds:1:37`, `invalid:2:adresse.plz:incomplete`. */
  measure: string
  runs: number
}

/** A change of credit, in whole units, so that sums stay exact. */
export interface AttributionDelta {
  funnel: string
  day: string
  model: AttributionModel
  dimension: CreditDimension
  key: string
  /** In units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

export interface ProjectionCommit {
  generation: number
  /** Of the fold states; the generation's rows are of this one from now on. */
  format: number
  /** The checkpoint that the rows were computed from; the commit is refused when it has moved. */
  from: number
  to: number
  runs: CountedRun[]
  orders: OrderRow[]
  dropOff: DropOffDelta[]
  attribution: AttributionDelta[]
  /** Written once by (endpoint, position), and never by a rebuild. */
  deliveries: NewDelivery[]
  jobs: NewJob[]
}

/** Two places of the log, `to` at most the checkpoint, and a piece of the way between them. */
export interface TouchedQuery {
  from: number
  to: number
  /** Of the runs with events behind `from` and up to `to` those that had the last of them in the piece. */
  after: number
  upTo: number
  /** Runs that are told one by one although they were not there at `from`: those that started on these days. */
  asked: { from: string; to: string; funnel?: string | undefined }
}

export interface TouchedRuns {
  /** As they stood at `to`, with their events since `from`, and whether they had some before. */
  runs: { row: RunRow; events: number; known: boolean }[]
  /** Sums of all the others, none of which was there at `from`. Robots are left out. */
  others: {
    funnel: string
    day: string
    /** Null for runs without an order. */
    orderFunnel: string | null
    orderDay: string | null
    runs: number
    events: number
  }[]
  /** Ids of those with events in the piece that have gone on beyond `to`: how they stood there only the log knows. */
  beyond: string[]
}

/** Asks for the newest of some days on which runs started, and whether one of them has had no event since a position. */
export interface NewestDayQuery {
  from: string
  to: string
  /** Only days before it. */
  before?: string
  position: number
}

/** Projections are kept in generations: reports read the live one, a rebuild fills the next one beside it. */
export interface ProjectionStore {
  /** `format` is that of the last commit, and says nothing while the checkpoint is 0. */
  live(): Promise<{ generation: number; checkpoint: number; format: number }>
  runs(generation: number, runIds: string[]): Promise<RunRow[]>
  orders(generation: number, orderIds: string[]): Promise<OrderRow[]>
  /**
   * Rows, deliveries, jobs and checkpoint together. `conflict`: somebody else moved the checkpoint or removed the
   * generation; nothing was written. Throws when a generation beside the live one would pass the live checkpoint:
   * only the live runner writes deliveries, so the ones in between would never be owed.
   */
  commit(batch: ProjectionCommit): Promise<'committed' | 'conflict'>
  /** Begins an empty generation; one that was begun earlier and never finished is removed. */
  begin(): Promise<number>
  /** Makes a generation the live one if it stands where that one stands, and removes the old one; false when it is behind. */
  switchTo(generation: number): Promise<boolean>
  /** Runs of the live generation that have been silent since before an instant, oldest first. */
  silentRuns(before: number, limit: number): Promise<RunRow[]>
  /** Runs of the live generation. */
  touchedRuns(query: TouchedQuery): Promise<TouchedRuns>
  /** Null when there are no runs. Robots' runs are among them. */
  newestDay(query: NewestDayQuery): Promise<{ day: string; hasUntouched: boolean } | null>
  /** Every row of a generation, for comparison, in a fixed order; without roll-ups that have come back to nothing. */
  dump(generation: number): Promise<Record<'runs' | 'orders' | 'dropOff' | 'attribution', unknown[]>>
}
