import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { handleErrors, handleNotFound } from './errors.ts'
import { logRequests } from './log.ts'
import type { Metrics } from './metrics.ts'
import { createTokenCheck } from './require-token.ts'
import { healthRoutes } from './routes/health.ts'
import { storeReadings } from './store-readings.ts'

/** What a process without the role `ingest` answers: whether it is alive and ready, and its metrics. */
export function createOperationsApp(deps: {
  store: Store
  metrics: Metrics
  log: Logger
  reportsToken: string
}): Hono {
  const { store, metrics, log, reportsToken } = deps
  for (const reading of storeReadings(store)) metrics.addReading(reading)
  const app = new Hono()
  app.onError(handleErrors(log))
  app.notFound(handleNotFound)
  app.use(requestId(), logRequests(log))
  app.route('/', healthRoutes({ store, metrics, log, hasToken: createTokenCheck(reportsToken), notes: [] }))
  return app
}
