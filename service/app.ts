import { Hono } from 'hono'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { diskGauges, storeGauges } from '#service/health/store-gauges.ts'
import { standbyGauges } from '#service/health/standbys.ts'
import { handleErrors, handleNotFound } from '#service/http/errors.ts'
import { refuseOtherMethods } from '#service/http/method-not-allowed.ts'
import { openApiDocument } from '#service/http/openapi.ts'
import { securityHeaders } from '#service/http/security-headers.ts'
import { logRequests, ownRequestId } from '#service/observability/log.ts'
import { reportForwarding } from '#service/outgoing/report-forwarding.ts'
import { createDraining } from '#service/process/draining.ts'
import { createFreeDisk } from '#service/process/free-disk.ts'
import { reportOperations } from '#service/reports/routes.ts'
import { siteRoutes } from '#service/site/routes.ts'
import { withoutScript } from '#service/status/plain/without-script.ts'
import type { AppContext, AppDeps } from './app-context.ts'
import { addStaffRoutes } from './staff-routes.ts'
import { addVisitorRoutes } from './visitor-routes.ts'

/**
 * Returns the app with all HTTP routes of the service. Errors of any route become problem JSON. The app does not listen
 * on a port.
 */
export function createApp({ count = createSingleProcess().count, ...deps }: AppDeps): Hono {
  const { log, settings } = deps
  const { publicUrl, webRoot, trustProxy, site = defaultSiteSettings } = settings
  const limits = { enabled: settings.rateLimit, hops: trustProxy, count }
  const freeDisk = deps.freeDisk ?? createFreeDisk({ folders: [], floor: 0 })
  const draining = deps.draining ?? createDraining(0)
  const context: AppContext = { ...deps, limits, freeDisk, draining, site }
  addGauges(context)
  const app = new Hono()
  app.onError(handleErrors(log))
  app.notFound(handleNotFound)
  app.use(ownRequestId, logRequests(log, deps.metrics), reportForwarding(log, trustProxy))
  app.use(securityHeaders(publicUrl))
  const api = new Hono()
  addVisitorRoutes(api, context, (request, env) => app.fetch(request, env))
  addStaffRoutes(api, context)
  let document: ReturnType<typeof openApiDocument> | undefined
  api.get('/api/openapi.json', async (c) =>
    c.json(await (document ??= openApiDocument(api, reportOperations))),
  )
  for (const path of ['/api/*', '/healthz', '/readyz', '/metrics']) app.use(path, refuseOtherMethods(api))
  app.route('/', api)
  const { store, now } = deps
  const { unpaid } = site.retention
  const submitAfterMs = settings.status?.submitAfterMs
  const shown = submitAfterMs === undefined ? undefined : withoutScript({ store, now, unpaid, submitAfterMs })
  app.route('/', siteRoutes({ webRoot, publicUrl, site, limits, withoutScript: shown }))
  return app
}

function addGauges({ store, ingest, metrics, freeDisk }: AppContext): void {
  const gauges = [...storeGauges(store), ...standbyGauges(store.standbys), ...diskGauges(freeDisk)]
  for (const gauge of gauges) metrics.addGauge(gauge)
  metrics.addGauge({
    name: 'formlotse_ingest_pending_events',
    help: 'Events that wait for their commit.',
    read: async () => [{ value: ingest.pending() }],
  })
}
