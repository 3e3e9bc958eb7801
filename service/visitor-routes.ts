import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { analyticsRoutes } from '#service/analytics/routes.ts'
import { withdrawalAnswerRoutes } from '#service/correspondence/answer-routes.ts'
import { supportRoutes } from '#service/correspondence/support-routes.ts'
import { withdrawalRoutes } from '#service/correspondence/withdrawal-routes.ts'
import type { SendToApp } from '#service/http/send-to-app.ts'
import { eventRoutes } from '#service/ingest/routes.ts'
import { lookupRoutes } from '#service/lookups/routes.ts'
import { letterRoutes } from '#service/orders/letter-routes.ts'
import { handoverRoutes } from '#service/handovers/routes.ts'
import { createTickets } from '#service/orders/payment-ticket.ts'
import { paymentRoutes } from '#service/orders/payment-routes.ts'
import { createCheckout } from '#service/orders/checkout.ts'
import { orderRoutes } from '#service/orders/routes.ts'
import { testPaymentRoutes } from '#service/orders/test-payment-routes.ts'
import { plainStatusRoutes } from '#service/status/plain/routes.ts'
import { amendedRunReader } from '#service/status/amended-run.ts'
import { ownOrderDescriber } from '#service/status/own-order.ts'
import { type StatusSettings, statusRoutes } from '#service/status/routes.ts'
import { createUnlocking } from '#service/status/unlock.ts'
import { siteSettingsRoutes } from '#service/site/settings-routes.ts'
import { createOfferedTexts } from '#service/texts/offered-texts.ts'
import { textRoutes } from '#service/texts/routes.ts'
import { uploadRoutes } from '#service/uploads/routes.ts'
import type { AppContext } from './app-context.ts'

/**
 * Adds the routes for visitors and payment providers. The test payment page uses `send` to report payments to this app.
 */
export function addVisitorRoutes(api: Hono, context: AppContext, send: SendToApp) {
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
  { store, limits, now, site, correspondence }: AppContext,
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
