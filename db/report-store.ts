import type { AttributionModel, CreditDimension, TouchDimension } from '#domain/attribution.ts'
import type { OrderRow, Segment } from './projection-store.ts'

export interface DropOffQuery {
  funnel: string
  /** Berlin days, inclusive. */
  from: string
  to: string
  /** Absent: the highest version with runs in the range. */
  version?: number
  segment: Partial<Segment>
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
  dropOff(query: DropOffQuery): Promise<{
    asOfPosition: number
    /** Null when there are no runs. */
    version: number | null
    measures: { measure: string; runs: number }[]
  }>
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
    limit: number
  }): Promise<{ asOfPosition: number; rows: OrderRow[] }>
}
