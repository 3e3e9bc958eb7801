import type { Context } from 'hono'
import type { ReportStore } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import type { OpenPast } from '#service/reports/past/open-past.ts'

/**
 * A report as served by the routes and described in the OpenAPI document; created by one of the functions in
 * this folder.
 */
export interface Report<Contract extends ReportContract = ReportContract> {
  contract: Contract
  /** Title in the OpenAPI document. */
  summary: string
  /** Whether the report has query parameters; unknown ones are refused. */
  takesQuery: boolean
  /** Whether the report is also served as a CSV file. */
  hasCsv: boolean
  /** Whether the report supports `asOf`. */
  hasPast: boolean
  /** Title of the 404 problem, for a report about one record that may not exist. */
  notFound?: string
  respond: (c: Context, context: ReportContext) => Promise<Response>
}

/** Dependencies of reports other than the request. */
export interface ReportContext {
  store: Store
  openPast: OpenPast
  /** Returns the current status of an order as it is shown. */
  statusOf: StatusOf
  /** Whether a webhook is configured; without one, no messages are sent. */
  webhookConfigured: boolean
  /** Whether a public site accepts test payments. */
  testPayments: boolean
  /** ms since the epoch */
  now: () => number
}

/** Data sources of a report. */
export interface ReportSource extends Omit<ReportContext, 'openPast' | 'store'> {
  /** Figures of the live checkpoint or, with `asOf`, of an earlier position. */
  reports: ReportStore
  /** Other parts of the store, which are always read in their current state. */
  store: Omit<Store, 'reports'>
}

type PastRequest = Parameters<OpenPast>[1]
type OpenOptions = NonNullable<Parameters<OpenPast>[2]>

export interface PastOptions<Query> {
  /** Returns the first day that the report reads, if it reads days before its range. */
  readsFrom?: (query: Query) => string
  /**
   * Day that assigns a run to the range when counting the changes since; defaults to the day of its start.
   */
  countedBy?: OpenOptions['countedBy']
}

/** Only a report with these parameters can show the past. */
export type Past<Query> = Query extends PastRequest ? true | PastOptions<Query> : never

/** Returns the source of reports that have no past. */
export function presentSource(context: ReportContext): ReportSource {
  return { ...context, reports: context.store.reports }
}

interface Opened {
  source: ReportSource
  /** Returns the changes since an earlier position; call it after the report was read. */
  since: () => { since?: Since }
}

/** Opens the present or, with `asOf`, the past. Returns a 202 response while the past is being computed. */
export async function openSource<Query>(
  c: Context,
  { query, past }: { query: Query; past: Past<Query> | undefined },
  context: ReportContext,
): Promise<Opened | Response> {
  const present = presentSource(context)
  if (past === undefined) return { source: present, since: () => ({}) }
  const { readsFrom, countedBy }: PastOptions<Query> = past === true ? {} : past
  const opened = await context.openPast(c, query as PastRequest, {
    ...(readsFrom && { readsFrom: readsFrom(query) }),
    ...(countedBy && { countedBy }),
  })
  if (opened instanceof Response) return opened
  return { source: { ...present, reports: opened.store.reports }, since: opened.since }
}
