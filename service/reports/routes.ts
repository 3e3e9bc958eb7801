import { Hono, type MiddlewareHandler } from 'hono'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import { type RetentionPeriod, lastOver } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import type { Operation } from '#service/http/openapi.ts'
import { allReports } from './all-reports.ts'
import { describeReport } from '#service/reports/define/describe-report.ts'
import type { ReportContext } from '#service/reports/define/report.ts'
import { deliveryCommandOperations, deliveryCommandRoutes } from '#service/reports/deliveries/commands.ts'
import { createPast } from '#service/reports/past/open-past.ts'

export interface ReportDeps extends Omit<ReportContext, 'openPast' | 'statusOf' | 'expiredUpTo'> {
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
}

/** Returns the routes that serve the reports as JSON and CSV, and the commands of the report pages. */
export function reportRoutes({ access, unpaid, ...deps }: ReportDeps, reports = allReports): Hono {
  const app = new Hono()
  const statusOf: StatusOf = ({ status, at }) => shownStatus({ status, orderedAt: at }, unpaid, deps.now())
  const expiredUpTo = () => lastOver(unpaid, deps.now())
  const context: ReportContext = { ...deps, openPast: createPast(deps), statusOf, expiredUpTo }
  app.use('/api/reports/*', access, async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'Accept, Authorization, Cookie')
  })
  for (const { contract, hasCsv, respond } of reports) {
    const path = `/api/reports/${contract.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    app.on('GET', hasCsv ? [path, `${path}.csv`, `${path}.de.csv`] : [path], (c) => respond(c, context))
  }
  app.route('/', deliveryCommandRoutes(deps))
  return app
}

/** Operations in the OpenAPI document for the reports and the commands of the report pages. */
export const reportOperations: Operation[] = [...allReports.map(describeReport), ...deliveryCommandOperations]
