import { Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/store.ts'
import type { Operation } from '#service/openapi.ts'
import { type OpenPast, createPast } from '#service/reports/as-of/open-past.ts'
import { attributionOperations, attributionRoutes } from './reports/attribution.ts'
import { deliveriesOperations, deliveriesRoutes } from './reports/deliveries.ts'
import { dropOffOperations, dropOffRoutes } from './reports/drop-off.ts'
import { liveOperations, liveRoutes } from './reports/live.ts'
import { ordersOperations, ordersRoutes } from './reports/orders.ts'
import { overviewOperations, overviewRoutes } from './reports/overview.ts'
import { qualityOperations, qualityRoutes } from './reports/quality.ts'
import { runOperations, runRoutes } from './reports/run.ts'
import { runsOperations, runsRoutes } from './reports/runs.ts'

export interface ReportDeps {
  store: Store
  /** Lets in whoever may read them. */
  access: MiddlewareHandler
  /** Whether messages are sent at all. */
  webhookConfigured: boolean
  /** ms since the epoch */
  now: () => number
}

/** For the reports that can be asked for a past position. */
export interface PastDeps extends ReportDeps {
  openPast: OpenPast
}

/** All reports, as JSON and CSV. A group of them is a file in `reports/`, and a line here and below. */
export function reportRoutes(deps: ReportDeps): Hono {
  const app = new Hono()
  const pastDeps: PastDeps = { ...deps, openPast: createPast(deps) }
  app.use('/api/reports/*', deps.access, async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'Accept, Authorization, Cookie')
  })
  app.route('/', overviewRoutes(pastDeps))
  app.route('/', liveRoutes(deps))
  app.route('/', dropOffRoutes(pastDeps))
  app.route('/', attributionRoutes(pastDeps))
  app.route('/', ordersRoutes(pastDeps))
  app.route('/', deliveriesRoutes(deps))
  app.route('/', runsRoutes(pastDeps))
  app.route('/', runRoutes(deps))
  app.route('/', qualityRoutes(deps))
  return app
}

/** The reports in the OpenAPI document. */
export const reportOperations: Operation[] = [
  ...overviewOperations,
  ...liveOperations,
  ...dropOffOperations,
  ...attributionOperations,
  ...ordersOperations,
  ...deliveriesOperations,
  ...runsOperations,
  ...runOperations,
  ...qualityOperations,
].map((operation) => ({ ...operation, session: true as const }))
