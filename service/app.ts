import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import { secureHeaders } from 'hono/secure-headers'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { maxBodyBytes } from '#domain/events.ts'
import { Problem, handleErrors, handleNotFound } from './errors.ts'
import type { Ingest } from './ingest/ingest.ts'
import { logRequests } from './log.ts'
import type { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { eventOperations, eventRoutes } from './routes/events.ts'
import { healthOperations, healthRoutes } from './routes/health.ts'
import { siteRoutes } from './routes/site.ts'
import { storeReadings } from './store-readings.ts'

export interface AppSettings {
  /** Trusted proxies in front of the service. */
  trustProxy: number
  rateLimit: boolean
  /** Folder of the built web app. */
  webRoot: string
  /** Where visitors reach the service, without a slash at the end. */
  publicUrl: string
  reportsToken: string
  /** Old and new one during a change. */
  paymentSecrets: readonly string[]
  /** External payment page; absent: the service's own test page. */
  checkoutUrl?: string
  webhookConfigured: boolean
  vip: boolean
}

export interface AppDeps {
  store: Store
  ingest: Ingest
  metrics: Metrics
  log: Logger
  /** ms since the epoch */
  now: () => number
  settings: AppSettings
}

/** Everything the service answers over HTTP. Errors of any route become problem JSON; nothing here listens. */
export function createApp({ store, ingest, metrics, log, settings }: AppDeps): Hono {
  const { trustProxy, rateLimit: enabled, webRoot, publicUrl, reportsToken } = settings
  const app = new Hono()
  app.onError(handleErrors(log))
  app.notFound(handleNotFound)
  app.use(requestId(), logRequests(log), headers(publicUrl))
  app.use('/api/*', bounded)

  for (const reading of storeReadings(store)) metrics.addReading(reading)
  metrics.addReading({
    name: 'formlotse_ingest_pending_events',
    help: 'Events that wait for their commit.',
    read: async () => [{ value: ingest.pending() }],
  })

  const notes = settings.webhookConfigured
    ? []
    : ['No webhook is configured (WEBHOOK_URL), so nothing is forwarded.']
  app.route('/', healthRoutes({ store, metrics, log, reportsToken, notes }))
  app.route('/', eventRoutes({ ingest, limits: { enabled, hops: trustProxy } }))
  const document = openApiDocument([...eventOperations, ...healthOperations])
  app.get('/api/openapi.json', (c) => c.json(document))
  app.route('/', siteRoutes({ webRoot }))
  return app
}

function headers(publicUrl: string) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The toast library writes its styles into the page.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      baseUri: ["'none'"],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl.startsWith('https:') && 'max-age=31536000',
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
  })
}

// `/api/events` reads its body itself, within the same bound also after decompression.
const bounded: ReturnType<typeof bodyLimit> = (c, next) =>
  c.req.path === '/api/events' ? next() : limit(c, next)
const limit = bodyLimit({
  maxSize: maxBodyBytes,
  onError: () => {
    throw new Problem({
      status: 413,
      type: 'too-large',
      title: 'The body is too large',
      detail: `At most ${maxBodyBytes} bytes are allowed.`,
    })
  },
})
