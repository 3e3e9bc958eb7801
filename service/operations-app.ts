import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { limitGuesses } from '#service/access/limit-guesses.ts'
import { createAccessLog } from '#service/access/refusals/log-access.ts'
import { createRefusalRecord } from '#service/access/refusals/record-refusals.ts'
import { handleErrors, handleNotFound } from '#service/http/errors.ts'
import type { Draining } from '#service/process/draining.ts'
import type { FreeDisk } from '#service/process/free-disk.ts'
import { logRequests, ownRequestId } from '#service/observability/log.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import { createSharedAccess } from '#service/access/shared-access.ts'
import { createTokenCheck } from '#service/access/require-token.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import { healthRoutes } from '#service/health/routes.ts'
import { diskGauges, storeGauges } from '#service/health/store-gauges.ts'

/** Returns the app of a process without the role `ingest`: health checks and metrics. */
export function createOperationsApp(deps: {
  store: Store
  metrics: Metrics
  log: Logger
  reportsToken: string
  limits: RateLimitSettings
  now: () => number
  freeDisk: FreeDisk
  draining: Draining
}): Hono {
  const { store, metrics, log, reportsToken, limits, now, freeDisk, draining } = deps
  for (const gauge of [...storeGauges(store), ...diskGauges(freeDisk)]) metrics.addGauge(gauge)
  const app = new Hono()
  app.onError(handleErrors(log))
  app.notFound(handleNotFound)
  app.use(ownRequestId, logRequests(log, metrics))
  const recordRefusal = createRefusalRecord({ store: store.operators, log, now })
  const hasToken = createTokenCheck({
    token: reportsToken,
    shared: createSharedAccess({ users: store.users, now }),
    tokens: store.accessTokens,
    limit: limitGuesses(limits, now, createAccessLog(log, recordRefusal)),
    now,
  })
  app.route(
    '/',
    healthRoutes({ store, metrics, log, hasToken, notes: [], currentNotes: freeDisk.notes, draining }),
  )
  return app
}
