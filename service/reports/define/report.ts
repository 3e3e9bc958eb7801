import type { Context } from 'hono'
import type { ReportStore } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { FunnelOf } from '#domain/funnels/index.ts'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import type { ConversionFiles } from '#domain/conversions/platform-files.ts'
import type { ReadChangedRuns } from '#service/reports/read/changed-runs.ts'
import type { OpenPast, ReadPosition } from '#service/reports/past/open-past.ts'
import type { HeavyWork } from '#service/reports/past/heavy-work.ts'

/**
 * A report, which the routes serve and the OpenAPI document describes. Reports are created by the functions in this
 * folder.
 */
export interface Report<Contract extends ReportContract = ReportContract> {
  contract: Contract
  /** Title in the OpenAPI document. */
  summary: string
  /** Whether the report is also served as a CSV file. */
  hasCsv: boolean
  /** Whether the report supports `asOf`. */
  hasPast: boolean
  /** Whether the past is computed first, so that the first responses may be 202. */
  computesPast: boolean
  /** Whether every response says the position of its data in `x-as-of-position`. */
  saysPosition: boolean
  /** Title of the 404 problem. Only set for a report about one record that may not exist. */
  notFound?: string
  respond: (c: Context, context: ReportContext) => Promise<Response>
}

/** Everything that reports need, apart from the query. */
export interface ReportContext {
  store: Store
  openPast: OpenPast
  readPosition: ReadPosition
  heavyWork: HeavyWork
  /** Returns the funnel that checks an event. */
  funnelOf: FunnelOf
  /** Returns the current status of an order, as reports show it. */
  statusOf: StatusOf
  /** Returns the last time, in ms since the epoch, at which an order was placed that has expired if it is unpaid. */
  expiredUpTo: () => number
  /** Whether a webhook is configured; without one, no messages are sent. */
  webhookConfigured: boolean
  /** Whether a letter service prints and posts the letters. */
  letterService: boolean
  /** Whether the site is public and accepts test payments. */
  testPayments: boolean
  /** Files from which ad platforms learn of orders; undefined if none is configured. */
  conversionFiles?: ConversionFiles | undefined
  /** Whether the client may see addresses that contain a secret (see `AccessVariables`). */
  seesAddresses: boolean
  /**
   * Returns the same on the primary, for a list whose next page the standby fails to return. Throws the error if the
   * primary would fail as well. Absent on the primary.
   */
  fallback?: (error: unknown) => ReportContext
  /** ms since the epoch */
  now: () => number
}

/** Data sources of a report. */
export interface ReportSource extends Omit<ReportContext, 'openPast' | 'store'> {
  /** Store for the figures: as of the live checkpoint or, with `asOf`, as of an earlier position. */
  reports: ReportStore
  /** Lists the runs by which a figure has changed since the past position of the report; absent for the present. */
  changedRuns?: ReadChangedRuns
  /** Other parts of the store, which are always read in their current state. */
  store: Omit<Store, 'reports'>
}

type PastRequest = Parameters<OpenPast>[1]
type OpenOptions = NonNullable<Parameters<OpenPast>[2]>

export interface PastOptions {
  /**
   * Selects the runs whose changes since `asOf` are counted: the runs that started in the report's days (the default),
   * or the runs whose order was placed in these days.
   */
  countedBy?: NonNullable<OpenOptions['countedBy']>
}

/** Days of a report whose query has none. The changes since `asOf` are counted for the runs that started on them. */
type PastRange = (context: Pick<ReportContext, 'funnelOf' | 'now' | 'store'>) => Days | Promise<Days>
type Days = Pick<PastRequest, 'from' | 'to'>

/**
 * Whether and how a report shows the past; a function returns it for a query. Only reports with the parameter `asOf` can
 * show it; those without the days of `PastRequest` say which they count.
 */
export type Past<Query> = Query extends PastRequest
  ? true | PastOptions | ((query: Query) => PastOptions)
  : Query extends Pick<PastRequest, 'asOf'>
    ? { range: PastRange } | ((query: Query) => { range: PastRange })
    : never

/** Returns the source of a report about the current state. */
export function presentSource(context: ReportContext): ReportSource {
  return { ...context, reports: context.store.reports }
}

interface Opened {
  source: ReportSource
  /**
   * Returns the changes since the position `asOf`, or an empty object if the report shows the present. Call it after
   * the report was read.
   */
  since: () => { since?: Since }
}

/**
 * Returns the source of a report. The source shows the past if the request contains `asOf`, and the present otherwise.
 * While the past is being computed, returns a 202 response instead.
 */
export async function openSource<Query>(
  c: Context,
  { query, past }: { query: Query; past: Past<Query> | undefined },
  context: ReportContext,
): Promise<Opened | Response> {
  const present = presentSource(context)
  if (past === undefined) return { source: present, since: () => ({}) }
  const options: PastOptions & { range?: PastRange } =
    past === true ? {} : typeof past === 'function' ? past(query) : past
  const { range, ...counted } = options
  const opened = await context.openPast(c, { ...query, ...(await range?.(context)) } as PastRequest, counted)
  if (opened instanceof Response) return opened
  const { store, changedRuns, since } = opened
  return { source: { ...present, reports: store.reports, ...(changedRuns && { changedRuns }) }, since }
}
