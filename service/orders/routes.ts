import { Hono } from 'hono'
import { z } from 'zod'
import type { Store } from '#db/ports/store.ts'
import { billingOf, campaignOf, checkoutLink } from '#domain/orders/checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import {
  type CheckoutResponse,
  type OrderResponse,
  checkoutResponseSchema,
  orderResponseSchema,
} from '#domain/orders/order-contract.ts'
import { decideCheckout } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { Problem } from '#service/http/errors.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { type FoundOrder, findOrder, findOwnOrder, unknownOrder } from './find-order.ts'
import { recordConversion } from './record-conversion.ts'
import type { Tickets } from './payment-ticket.ts'
import { pathFor, testPaymentPath } from './test-payment-page.ts'
import { ownOrigin } from '#service/http/own-origin.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

const lookupsPerMinute = 120

export interface OrderRouteDeps {
  store: Pick<Store, 'log' | 'vault'>
  /** URL of the external payment page; if absent, the service's own test payment page is used. */
  checkoutUrl?: string | undefined
  /** Issues tickets for the test payment page. */
  tickets: Pick<Tickets, 'issue'>
  /** Public URL of the site; defaults to the address of the request. */
  publicUrl?: string | undefined
  now: () => number
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
  /** Called after a conversion was committed. */
  onCommit: () => void
  limits: RateLimitSettings
}

/** Returns the routes that show an order to its visitor and redirect the visitor to the payment page. */
export function orderRoutes({
  store,
  checkoutUrl,
  tickets,
  publicUrl,
  now,
  unpaid,
  onCommit,
  limits,
}: OrderRouteDeps) {
  const routes = new Hono()
  routes.use('/api/orders/*', rateLimit({ name: 'orders', perMinute: lookupsPerMinute }, limits))

  routes.get('/api/orders/:id', describeOrder, async (c) => {
    const found = await findOrder(store.log, c.req.param('id'))
    if (!found) throw unknownOrder()
    const { number, funnel, priceCents } = found.order
    const status = shownStatus(found.order, unpaid, now())
    return c.json({ number, funnel, priceCents, status } satisfies OrderResponse, 200, noStore)
  })

  routes.post('/api/orders/:id/checkout', describeCheckout, async (c) => {
    const found = await findOwnOrder(store.log, c.req.param('id'), c.req.header('x-run-secret'))
    if (!found) throw unknownOrder()
    refuseClosed(decideCheckout(found.order, unpaid, now()), found.order)
    const page = checkoutUrl ?? testPaymentAddress(ownOrigin(c, publicUrl), found.order)
    const redirectUrl = await linkTo(page, found, store.vault)
    // The conversion is committed before the browser leaves for the payment page.
    const outcome = await recordConversion(store.log, found, { unpaid, now: now() })
    refuseClosed(outcome, outcome.order ?? found.order)
    if (outcome.code === 'changed') onCommit()
    return c.json({ redirectUrl } satisfies CheckoutResponse, 200, noStore)
  })
  return routes

  function testPaymentAddress(origin: string, order: Order): string {
    return new URL(pathFor(testPaymentPath, order, tickets.issue(order.id)), origin).href
  }
}

const noStore = { 'cache-control': 'no-store' }

async function linkTo(page: string, found: FoundOrder, vault: Store['vault']): Promise<string> {
  const { order, complete, events } = found
  const rows = await vault.read(order.runId, complete.position)
  const funnel = funnelByType(order.funnel)
  const form = rows.find((row) => row.position === complete.position)?.personal.form ?? {}
  const billing = billingOf(form, funnel?.billed?.(complete.facts))
  if (!billing || !funnel) throw withoutBilling()
  // Without consent, the browser forgets its campaign on a reload, so the `complete` may have no touches. Earlier
  // events of the run may still have them.
  const known = events.findLast((each) => each.position <= complete.position && each.meta.touches.length > 0)
  const clickIds = Object.assign({}, ...rows.map((row) => row.personal.clickIds)) as Record<string, string>
  const mayName = complete.meta.consent === 'marketing'
  const campaign = campaignOf(known?.meta.touches ?? [], mayName ? clickIds : {})
  return checkoutLink({ page, orderId: order.id, productId: funnel.productId, billing, campaign })
}

const closedCodes = new Set(['paid-already', 'withdrawal-declared', 'withdrawn', 'expired'])

function refuseClosed({ code }: { code: string }, order: Order): void {
  if (!closedCodes.has(code)) return
  const status = code === 'expired' ? code : order.status
  throw new Problem({
    status: 409,
    type: code,
    title: 'Nothing is due for this order',
    detail: `The order is ${status}; only an order with the status ordered can be paid.`,
    extensions: { orderStatus: status },
  })
}

function withoutBilling(): Problem {
  return new Problem({
    status: 409,
    type: 'no-billing-data',
    title: 'The order cannot be handed over',
    detail:
      'E-mail, first name or last name of the order has been deleted, so the payment page cannot bill anyone.',
  })
}

const orderId = {
  in: 'path' as const,
  name: 'id',
  schema: z.uuid(),
  description: 'Order id, as returned for its `complete`.',
}

const describeOrder = describe({
  tag: 'Orders',
  summary: 'Get the status of an order',
  parameters: [orderId],
  responses: {
    200: { description: 'The order, without personal data.', schema: orderResponseSchema },
    404: problem('Unknown order.'),
    429: problem('The client made more than 120 requests in a minute.'),
  },
})

const describeCheckout = describe({
  tag: 'Orders',
  summary: 'Get the payment page of an order',
  description: 'The first request also records the conversion of the order.',
  parameters: [orderId, runSecretHeader],
  responses: {
    200: { description: 'The payment page of this order.', schema: checkoutResponseSchema },
    404: problem('The order is unknown, or the secret is wrong or missing.'),
    409: problem(
      'The order is paid, withdrawn, declared withdrawn or expired, or its billing data has been deleted.',
    ),
    429: problem('The client made more than 120 requests in a minute.'),
    503: problem('The store cannot commit now; Retry-After says when to try again.'),
  },
})
