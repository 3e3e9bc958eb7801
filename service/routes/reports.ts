import { Hono } from 'hono'
import type { Store } from '#db/store.ts'
import type { Operation } from '#service/openapi.ts'
import { requireToken } from '#service/require-token.ts'
import { attributionOperations, attributionRoutes } from './reports/attribution.ts'
import { dropOffOperations, dropOffRoutes } from './reports/drop-off.ts'
import { ordersOperations, ordersRoutes } from './reports/orders.ts'

export interface ReportDeps {
  store: Store
  /** REPORTS_TOKEN */
  token: string
  /** ms since the epoch */
  now: () => number
}

/** All reports, as JSON and CSV. A group of them is a file in `reports/`, and a line here and below. */
export function reportRoutes(deps: ReportDeps): Hono {
  const app = new Hono()
  app.use('/api/reports/*', requireToken(deps.token), async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'Accept, Authorization')
  })
  app.route('/', dropOffRoutes(deps))
  app.route('/', attributionRoutes(deps))
  app.route('/', ordersRoutes(deps))
  return app
}

/** The reports in the OpenAPI document. */
export const reportOperations: Operation[] = [
  ...dropOffOperations,
  ...attributionOperations,
  ...ordersOperations,
]
