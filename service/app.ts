import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { muteRoutes } from '#service/alerts/mute-routes.ts'
import { annotationRoutes } from '#service/annotations/routes.ts'
import { limitGuesses } from '#service/access/limit-guesses.ts'
import { createAccessLog } from '#service/access/log-access.ts'
import { requireAccess } from '#service/access/require-access.ts'
import { createTokenCheck } from '#service/access/require-token.ts'
import { endSharedSessions } from '#service/access/end-shared-sessions.ts'
import { type SessionRouteDeps, sessionRoutes } from '#service/access/session-routes.ts'
import { createSessions } from '#service/access/sessions.ts'
import { type SharedAccess, createSharedAccess } from '#service/access/shared-access.ts'
import { deskLogin, reportsLogin } from '#service/access/staff-pages.ts'
import type { PageViewRelay } from '#service/analytics/relay-page-views.ts'
import { analyticsRoutes } from '#service/analytics/routes.ts'
import { conversionFileRoutes } from '#service/conversions/routes.ts'
import { costRoutes } from '#service/costs/routes.ts'
import { goalRoutes } from '#service/goals/routes.ts'
import { withdrawalAnswerRoutes } from '#service/correspondence/answer-routes.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import { supportRoutes } from '#service/correspondence/support-routes.ts'
import { withdrawalRoutes } from '#service/correspondence/withdrawal-routes.ts'
import { deskRoutes } from '#service/desk/routes.ts'
import { healthRoutes } from '#service/health/routes.ts'
import { diskGauges, storeGauges } from '#service/health/store-gauges.ts'
import { handleErrors, handleNotFound, unavailable } from '#service/http/errors.ts'
import { refuseOtherMethods } from '#service/http/method-not-allowed.ts'
import { openApiDocument } from '#service/http/openapi.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import type { SendToApp } from '#service/http/send-to-app.ts'
import { securityHeaders } from '#service/http/security-headers.ts'
import type { Ingest } from '#service/ingest/ingest.ts'
import { eventRoutes } from '#service/ingest/routes.ts'
import type { Lookups } from '#service/lookups/lookups.ts'
import { lookupRoutes } from '#service/lookups/routes.ts'
import { logRequests, ownRequestId } from '#service/observability/log.ts'
import type { Metrics } from '#service/observability/metrics.ts'
import { type LetterRouteDeps, letterRoutes } from '#service/orders/letter-routes.ts'
import { handoverRoutes } from '#service/handovers/routes.ts'
import { createTickets } from '#service/orders/payment-ticket.ts'
import { paymentRoutes } from '#service/orders/payment-routes.ts'
import { createCheckout } from '#service/orders/checkout.ts'
import { orderRoutes } from '#service/orders/routes.ts'
import { testPaymentRoutes } from '#service/orders/test-payment-routes.ts'
import { reportForwarding } from '#service/outgoing/report-forwarding.ts'
import { type Draining, createDraining } from '#service/process/draining.ts'
import { type FreeDisk, createFreeDisk } from '#service/process/free-disk.ts'
import { reportOperations, reportRoutes } from '#service/reports/routes.ts'
import { createLinkSessions } from '#service/shared-links/link-sessions.ts'
import { linkRoutes } from '#service/shared-links/routes.ts'
import { siteRoutes } from '#service/site/routes.ts'
import { plainStatusRoutes } from '#service/status/plain/routes.ts'
import { withoutScript } from '#service/status/plain/without-script.ts'
import { amendedRunReader } from '#service/status/amended-run.ts'
import { ownOrderDescriber } from '#service/status/own-order.ts'
import { type StatusSettings, statusRoutes } from '#service/status/routes.ts'
import { createUnlocking } from '#service/status/unlock.ts'
import { siteSettingsRoutes } from '#service/site/settings-routes.ts'
import { createOfferedTexts } from '#service/texts/offered-texts.ts'
import { textRoutes } from '#service/texts/routes.ts'
import type { ConvertProof } from '#service/uploads/convert-upload.ts'
import { openUsers } from '#service/users/open-users.ts'
import { uploadRoutes } from '#service/uploads/routes.ts'
import { type WeeklyReportRouteDeps, weeklyReportRoutes } from '#service/weekly-report/routes.ts'
import type { AppSettings } from './app-settings.ts'

export interface AppDeps {
  store: Store
  ingest: Ingest
  lookups: Lookups
  metrics: Metrics
  log: Logger
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  convertProof: ConvertProof
  /** Called after a route has appended events without using `ingest`. */
  onCommit: () => void
  /** Counts the requests of a client over all processes. If absent, only requests to this process are counted. */
  count?: Replicas['count']
  /** Receives messages of visitors; if absent, the service accepts none. */
  correspondence?: Correspondence
  /** Records the reports of the letter service; absent if none is configured. */
  letterWebhook?: Pick<LetterRouteDeps, 'secrets' | 'organisation' | 'record'>
  /** Recipients of the weekly report; absent if there are none. */
  weeklyReport?: Omit<WeeklyReportRouteDeps, 'limits'>
  /** Forwards page views; absent if no analytics service is configured. */
  pageViews?: PageViewRelay
  /** Watches the free disk space; if absent, the service assumes that there is always enough. */
  freeDisk?: FreeDisk
  /** By default, the service never drains. */
  draining?: Draining
  settings: AppSettings
}

interface Context extends Omit<AppDeps, 'count'> {
  limits: RateLimitSettings
  freeDisk: FreeDisk
  draining: Draining
  site: NonNullable<AppSettings['site']>
}

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
  const context: Context = { ...deps, limits, freeDisk, draining, site }
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

function addGauges({ store, ingest, metrics, freeDisk }: Context): void {
  for (const gauge of [...storeGauges(store), ...diskGauges(freeDisk)]) metrics.addGauge(gauge)
  metrics.addGauge({
    name: 'formlotse_ingest_pending_events',
    help: 'Events that wait for their commit.',
    read: async () => [{ value: ingest.pending() }],
  })
}

/**
 * Adds the routes for visitors and payment providers. The test payment page uses `send` to report payments to this app.
 */
function addVisitorRoutes(api: Hono, context: Context, send: SendToApp) {
  const { store, ingest, lookups, pageViews, correspondence, limits, now, log, onCommit } = context
  const { convertProof, freeDisk, settings, site, metrics } = context
  const { checkoutUrl, vipProductIds, publicUrl, paymentSecrets, addressBudget } = settings
  const { unpaid } = site.retention
  const tickets = createTickets(settings.ticketKey, now)
  api.route('/', eventRoutes({ ingest, limits, freeDisk }))
  const links = { checkoutUrl, vipProductIds, publicUrl }
  const payment = createCheckout({ store, ...links, tickets, now, unpaid, onCommit })
  const status = settings.status && statusParts(context, settings.status)
  api.route('/', orderRoutes({ store, payment, now, unpaid, limits, ...status?.forOrders }))
  const countRefused = metrics.countRefusedCallback
  const keepPayment = correspondence?.keepPayment
  const payments = {
    ...(keepPayment && { keepPayment }),
    store,
    secrets: paymentSecrets,
    now,
    unpaid,
    log,
    onCommit,
    limits,
    countRefused,
  }
  api.route('/', paymentRoutes(payments))
  const { letterWebhook } = context
  const countForged = metrics.countRefusedLetterWebhook
  if (letterWebhook)
    api.route('/', letterRoutes({ ...letterWebhook, now, log, limits, countRefused: countForged }))
  if (checkoutUrl === undefined) {
    const secret = paymentSecrets[0]
    api.route('/', testPaymentRoutes({ store, secret, tickets, now, unpaid, log, limits, send }))
  }
  api.route('/', lookupRoutes({ lookups, limits, addressBudget }))
  const quota = settings.uploadQuota ?? Number.MAX_SAFE_INTEGER
  const uploads = { store, now, newId: randomUUID, amendedRun: status?.amendedRun }
  api.route('/', uploadRoutes({ ...uploads, limits, quota, freeDisk, convertProof }))
  api.route('/', handoverRoutes({ store, now, limits, freeDisk }))
  api.route('/', siteSettingsRoutes({ site }))
  api.route('/', textRoutes({ store, limits }))
  if (pageViews) api.route('/', analyticsRoutes({ relay: pageViews, limits }))
  if (!correspondence) return
  if (status) {
    const deps = { ...status, correspondence, unpaid, limits }
    api.route('/', statusRoutes(deps))
    api.route('/', plainStatusRoutes({ ...deps, payment, publicUrl, send }))
  }
  api.route('/', supportRoutes({ correspondence, publicUrl, limits }))
  api.route('/', withdrawalRoutes({ correspondence, publicUrl, limits }))
  api.route('/', withdrawalAnswerRoutes({ store, correspondence, publicUrl, limits }))
}

/** Returns the parts of the status page that several routes share. */
function statusParts(
  { store, limits, now, site, correspondence }: Context,
  { links, access, submitAfterMs }: StatusSettings,
) {
  const unlocking = createUnlocking({ store, links, access, limits, now })
  const { documents } = store
  // Amendments show no pages, only labels of checkboxes.
  const texts = createOfferedTexts({ store, now })
  const confirmedAt = correspondence?.confirmedAt ?? (() => Promise.resolve(undefined))
  return {
    store,
    documents,
    unlocking,
    confirmedAt,
    texts,
    submitAfterMs,
    now,
    amendedRun: amendedRunReader({ store, unlocking, submitAfterMs, unpaid: site.retention.unpaid, now }),
    forOrders: {
      describeOwn: ownOrderDescriber({
        store,
        documents,
        confirmedAt,
        links,
        now,
        submitAfterMs,
        unpaid: site.retention.unpaid,
      }),
      unlockedOrder: unlocking.ofRequest,
    },
  }
}

const testPaymentNote =
  'Orders are paid on the test payment page without money (TEST_PAYMENT=on, no CHECKOUT_URL).'

/** Adds the routes for operators and readers of the reports. */
function addStaffRoutes(api: Hono, context: Context) {
  const { store, metrics, log, limits, now, freeDisk, draining, settings, site } = context
  const { publicUrl, webhookConfigured, testPayments = false, reportsPassword: password } = settings
  const notes = [
    ...(webhookConfigured ? [] : ['No webhook is configured (WEBHOOK_URL), so nothing is forwarded.']),
    ...(testPayments ? [testPaymentNote] : []),
  ]
  const accessLog = createAccessLog(log)
  const guesses = limitGuesses(limits, now, accessLog)
  const shared = createSharedAccess({ users: store.users, now })
  const { sessions, deskSessions } = openSharedSessions(context, shared)
  const { audit } = store.operators
  const withPasswords = deskSessions ? [sessions, deskSessions] : [sessions]
  const users = openUsers({
    store,
    shared,
    endShared: endSharedSessions({ sessions: withPasswords, audit, now }),
    cipher: settings.userCipher,
    access: accessLog,
    sendEmail: context.correspondence?.sendAccountLink ?? (() => Promise.reject(unavailable(noEmails))),
    siteUrl: settings.siteUrl ?? publicUrl ?? '',
    publicUrl,
    limits,
    now,
  })
  const { sessions: staff } = users
  api.route('/', users.routes)
  const tokens = store.accessTokens
  const hasToken = createTokenCheck({ token: settings.reportsToken, shared, tokens, limit: guesses, now })
  const login = { staff, shared, publicUrl, limits, access: accessLog, now }
  if (deskSessions) addDeskRoutes(api, context, { ...login, sessions: deskSessions })
  api.route('/', healthRoutes({ store, metrics, log, hasToken, notes, diskNotes: freeDisk.notes, draining }))
  api.route('/', sessionRoutes({ ...login, sessions, password, page: reportsLogin }))
  const links = createLinkSessions({ tokens, publicUrl, limits, now })
  const sharing = { tokens, links, staff, sessions, directory: users.directory, guesses, audit }
  api.route('/', linkRoutes({ ...sharing, publicUrl, limits, now }))
  const access = requireAccess({ hasToken, sessions, staff, linkOf: links.use, audit, now, publicUrl })
  const { unpaid } = site.retention
  const letterService = settings.desk?.letterService ?? false
  const deployed = { webhookConfigured, testPayments, letterService }
  const written = { store, access, limits, onCommit: context.onCommit }
  api.route('/', annotationRoutes(written))
  api.route('/', costRoutes(written))
  api.route('/', muteRoutes({ ...written, now }))
  api.route('/', goalRoutes(written))
  const { conversionFiles } = settings
  api.route('/', conversionFileRoutes({ store, access, guesses, limits, files: conversionFiles, now }))
  const { weeklyReport } = context
  if (weeklyReport) api.route('/', weeklyReportRoutes({ ...weeklyReport, limits }))
  const { replays } = context.ingest
  api.route('/', reportRoutes({ store, access, ...deployed, conversionFiles, unpaid, now, replays }))
}

/** Returns the sessions of both shared passwords; those of operators only if there is an operators' page. */
function openSharedSessions({ store, limits, now, settings }: Context, shared: SharedAccess) {
  const { publicUrl, passwordFingerprint: credential, desk } = settings
  const common = { store: store.sessions, shared, publicUrl, limits, now }
  return {
    sessions: createSessions({ ...common, role: 'marketer', credential }),
    deskSessions: desk && createSessions({ ...common, role: 'operator', credential: desk.credential }),
  }
}

type StaffLogin = Omit<SessionRouteDeps<{ password: string }>, 'password' | 'page'>

const noEmails = 'The service sends no e-mails.'

/** Adds the operators' page. Its sessions are not those of the reports, whose readers see no personal data. */
function addDeskRoutes(api: Hono, context: Context, login: StaffLogin) {
  const { store, limits, now, settings, site, correspondence, onCommit } = context
  const { staff, sessions } = login
  if (!settings.desk) return
  const { publicUrl } = settings
  const { password, submitAfterMs, letterService } = settings.desk
  const { unpaid } = site.retention
  const beforeChange = (action: 'login' | 'logout', operator: string) =>
    store.operators.audit({ at: now(), operator, action, orderId: null, detail: null })
  const page = { ...deskLogin, beforeChange }
  api.route('/', sessionRoutes({ ...login, password, page }))
  if (!correspondence) return
  const times = { unpaid, submitAfterMs, letterService }
  const desk = { store, sessions, staff, correspondence, publicUrl, ...times, limits, now, onCommit }
  api.route('/', deskRoutes(desk))
}
