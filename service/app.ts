import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { createAlone } from '#db/alone.ts'
import type { Replicas } from '#db/replicas.ts'
import { type SiteSettings, plainSite } from '#domain/site-settings.ts'
import type { PageViewRelay } from './analytics/relay-page-views.ts'
import { limitGuesses } from './access/limit-guesses.ts'
import { requireAccess } from './access/require-access.ts'
import { createSessions } from './access/sessions.ts'
import { handleErrors, handleNotFound } from './errors.ts'
import type { Ingest } from './ingest/ingest.ts'
import { logRequests } from './log.ts'
import type { Lookups } from './lookups/lookups.ts'
import type { Correspondence } from './mail/correspondence.ts'
import { contactOperations } from './mail/describe-contact.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { analyticsOperations, analyticsRoutes } from './routes/analytics.ts'
import { createTokenCheck } from './require-token.ts'
import { eventOperations, eventRoutes } from './routes/events.ts'
import { healthOperations, healthRoutes } from './routes/health.ts'
import { lookupOperations, lookupRoutes } from './routes/lookups.ts'
import { orderOperations, orderRoutes } from './routes/orders.ts'
import { paymentOperations, paymentRoutes } from './routes/payments.ts'
import { reportOperations, reportRoutes } from './routes/reports.ts'
import { sessionOperations, sessionRoutes } from './routes/session.ts'
import { siteRoutes } from './routes/site.ts'
import { siteSettingsOperations, siteSettingsRoutes } from './routes/site-settings.ts'
import { supportRoutes } from './routes/support.ts'
import { testPaymentRoutes } from './routes/test-payment.ts'
import { uploadOperations, uploadRoutes } from './routes/uploads.ts'
import { withdrawalRoutes } from './routes/withdrawals.ts'
import { securityHeaders } from './security-headers.ts'
import { storeReadings } from './store-readings.ts'

export interface AppSettings {
  /** Trusted proxies in front of the service. */
  trustProxy: number
  rateLimit: boolean
  /** Folder of the built web app. */
  webRoot: string
  /** Where visitors reach the service, without a slash at the end; absent: wherever a request came to. */
  publicUrl?: string | undefined
  reportsToken: string
  /** For people who read the reports. */
  reportsPassword: string
  /** Signs the cookies of their sessions. */
  sessionKey: Uint8Array
  /** Old and new one during a change. */
  paymentSecrets: readonly [string, ...string[]]
  /** External payment page; absent: the service's own test page. */
  checkoutUrl?: string | undefined
  webhookConfigured: boolean
  /** What the pages are told; absent: nothing is configured. */
  site?: SiteSettings
}

export interface AppDeps {
  store: Store
  ingest: Ingest
  lookups: Lookups
  metrics: Metrics
  log: Logger
  /** ms since the epoch */
  now: () => number
  /** Told after a route appended events itself, past the ingest. */
  onCommit: () => void
  /** Counts a client's requests over all processes; by default in this one alone. */
  count?: Replicas['count']
  /** Takes letters of visitors; without it the service takes none. */
  correspondence?: Correspondence
  /** Passes page views on; absent where no analytics service is set. */
  pageViews?: PageViewRelay
  settings: AppSettings
}

/** Everything the service answers over HTTP. Errors of any route become problem JSON; nothing here listens. */
export function createApp({
  store,
  ingest,
  lookups,
  metrics,
  log,
  now,
  onCommit,
  count,
  correspondence,
  pageViews,
  settings,
}: AppDeps): Hono {
  const { webRoot, publicUrl, checkoutUrl, reportsToken, paymentSecrets } = settings
  const limits = {
    enabled: settings.rateLimit,
    hops: settings.trustProxy,
    count: count ?? createAlone().count,
  }
  const app = new Hono()
  app.onError(handleErrors(log))
  app.notFound(handleNotFound)
  app.use(requestId(), logRequests(log), securityHeaders(publicUrl))

  for (const reading of storeReadings(store)) metrics.addReading(reading)
  metrics.addReading({
    name: 'formlotse_ingest_pending_events',
    help: 'Events that wait for their commit.',
    read: async () => [{ value: ingest.pending() }],
  })

  const hasToken = createTokenCheck(reportsToken, limitGuesses(limits, now))
  const sessions = createSessions({ key: settings.sessionKey, publicUrl, now })
  const notes = settings.webhookConfigured
    ? []
    : ['No webhook is configured (WEBHOOK_URL), so nothing is forwarded.']
  app.route('/', healthRoutes({ store, metrics, log, hasToken, notes }))
  app.route('/', eventRoutes({ ingest, limits }))
  app.route('/', orderRoutes({ store, checkoutUrl, publicUrl, now, onCommit, limits }))
  app.route('/', paymentRoutes({ store, secrets: paymentSecrets, now, log, onCommit }))
  if (checkoutUrl === undefined) {
    const send = (request: Request) => app.fetch(request)
    app.route('/', testPaymentRoutes({ store, secret: paymentSecrets[0], now, log, send }))
  }
  app.route('/', lookupRoutes({ lookups, limits }))
  app.route('/', uploadRoutes({ store, now, newId: randomUUID, limits }))
  app.route('/', siteSettingsRoutes({ site: settings.site ?? plainSite }))
  if (pageViews) app.route('/', analyticsRoutes({ relay: pageViews, limits }))
  if (correspondence) {
    app.route('/', supportRoutes({ correspondence, limits }))
    app.route('/', withdrawalRoutes({ correspondence, limits }))
  }
  app.route('/', sessionRoutes({ sessions, password: settings.reportsPassword, publicUrl, limits }))
  const access = requireAccess({ hasToken, sessions, publicUrl })
  app.route('/', reportRoutes({ store, access, webhookConfigured: settings.webhookConfigured, now }))
  const document = openApiDocument([
    ...eventOperations,
    ...orderOperations,
    ...paymentOperations,
    ...lookupOperations,
    ...uploadOperations,
    ...siteSettingsOperations,
    ...(pageViews ? analyticsOperations : []),
    ...(correspondence ? contactOperations : []),
    ...sessionOperations,
    ...reportOperations,
    ...healthOperations,
  ])
  app.get('/api/openapi.json', (c) => c.json(document))
  app.route('/', siteRoutes({ webRoot, publicUrl, site: settings.site ?? plainSite }))
  return app
}
