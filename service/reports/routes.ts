import { Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import { type RetentionPeriod, lastOver } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import type { Replays } from '#service/ingest/replay.ts'
import type { Operation } from '#service/http/openapi.ts'
import { allReports } from './all-reports.ts'
import { type ReportServer, createServerChoice } from '#service/reports/servers/choose-server.ts'
import { describeReport } from '#service/reports/define/describe-report.ts'
import type { ReportContext } from '#service/reports/define/report.ts'
import { deliveryCommandOperations, deliveryCommandRoutes } from '#service/reports/deliveries/commands.ts'
import { replayOperation, replayRoutes } from '#service/reports/rejections/commands.ts'
import { createPast, createReadPosition } from '#service/reports/past/open-past.ts'
import { createQueue } from '#service/reports/past/create-queue.ts'
import { type HeavyWork, createHeavyWork } from '#service/reports/past/heavy-work.ts'

export interface ReportDeps extends Omit<
  ReportContext,
  | 'openPast'
  | 'readPosition'
  | 'heavyWork'
  | 'statusOf'
  | 'expiredUpTo'
  | 'funnelOf'
  | 'seesAddresses'
  | 'fallback'
> {
  /** Refuses requests without access to the reports, and sets `seesAddresses` of the others. */
  access: MiddlewareHandler
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
  /** Replays rejected events; without it, the pages cannot. */
  replays?: Replays
  /** Called with the server that answered a report. */
  onAnswer?: (server: ReportServer) => void
  /** Called with the error of a standby when the primary answers instead. */
  onFallback?: (error: unknown) => void
}

interface ReportVariables {
  Variables: Pick<ReportContext, 'seesAddresses'>
}

/** Returns the routes that serve the reports as JSON and CSV, and the commands of the report pages. */
export function reportRoutes(
  { access, unpaid, onAnswer = () => {}, onFallback = () => {}, ...deps }: ReportDeps,
  reports = allReports,
): Hono<ReportVariables> {
  const app = new Hono<ReportVariables>()
  const statusOf: StatusOf = ({ status, at }) => shownStatus({ status, orderedAt: at }, unpaid, deps.now())
  const expiredUpTo = () => lastOver(unpaid, deps.now())
  const funnelOf = deps.replays?.funnelOf ?? funnelByType
  const { standbys } = deps.store
  // One computation at a time over all servers, but no result of one is shown for another.
  const enqueue = createQueue()
  const heavyWork = createHeavyWork()
  let servers = 0
  const heavyWorkOf =
    (server: number): HeavyWork =>
    (key, work) =>
      heavyWork(`${server}:${key}`, work)
  const contextOf = (store: Store) => ({
    ...deps,
    store,
    openPast: createPast({ ...deps, store, enqueue }),
    readPosition: createReadPosition({ ...deps, store }),
    heavyWork: heavyWorkOf(servers++),
    statusOf,
    expiredUpTo,
    funnelOf,
  })
  const primary = contextOf(deps.store)
  const respondFromServer = createServerChoice({
    standbys,
    primary,
    contextOf: (standby) => contextOf({ ...deps.store, ...standby }),
    onAnswer,
    onFallback,
  })
  app.use('/api/reports/*', access, async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'Accept, Authorization, Cookie')
  })
  for (const report of reports) {
    const { contract, hasCsv } = report
    const path = `/api/reports/${contract.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    app.on('GET', hasCsv ? [path, `${path}.csv`, `${path}.de.csv`] : [path], (c) =>
      respondFromServer(report, c, { seesAddresses: c.get('seesAddresses') }),
    )
  }
  app.route('/', deliveryCommandRoutes(deps))
  if (deps.replays) app.route('/', replayRoutes(deps.replays))
  return app
}

/** Operations in the OpenAPI document for the reports and the commands of the report pages. */
export const reportOperations: Operation[] = [
  ...allReports.map(describeReport),
  ...deliveryCommandOperations,
  replayOperation,
]
