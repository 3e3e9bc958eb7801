import { type Context, Hono } from 'hono'
import { validate } from 'uuid'
import { z } from 'zod'
import type { Store } from '#db/ports/store.ts'
import {
  type CheckoutResponse,
  type OrderResponse,
  type OwnOrder,
  checkoutResponseSchema,
  orderResponseSchema,
} from '#domain/orders/order-contract.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { runSecretHeader } from '#service/access/describe-run-secret.ts'
import { statusHeaders } from '#service/access/describe-status-headers.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import type { Checkout } from './checkout.ts'
import { type FoundOrder, findOrder, findOwnOrder, unknownOrder } from './find-order.ts'

const lookupsPerMinute = 120

export interface OrderRouteDeps {
  store: Pick<Store, 'log' | 'vault'>
  /** Returns the URL of the payment page of an order. */
  payment: Checkout
  now: () => number
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
  /** Returns what only the customer may see; if absent, there is no status page. */
  describeOwn?: ((found: FoundOrder) => Promise<OwnOrder>) | undefined
  /** Returns the order that the request has unlocked on the status page; undefined if it sends no such proof. */
  unlockedOrder?: ((c: Context) => Promise<FoundOrder | undefined>) | undefined
  limits: RateLimitSettings
}

/** Returns the routes that show an order to its visitor and redirect the visitor to the payment page. */
export function orderRoutes(deps: OrderRouteDeps) {
  const { store, payment, now, unpaid, describeOwn, unlockedOrder, limits } = deps
  const routes = new Hono()
  routes.use('/api/orders/*', rateLimit({ name: 'orders', perMinute: lookupsPerMinute }, limits))

  routes.get('/api/orders/:id', describeOrder, async (c) => {
    const id = c.req.param('id')
    const found = await findOrder(store.log, id)
    if (!found) throw unknownOrder()
    const { number, funnel, priceCents } = found.order
    const status = shownStatus(found.order, unpaid, now())
    const isOwn = describeOwn && (await findOwnOrder(store.log, id, c.req.header('x-run-secret')))
    const own = isOwn && (await describeOwn(found))
    return c.json({ number, funnel, priceCents, status, ...own } satisfies OrderResponse, 200, noStore)
  })

  routes.post('/api/orders/:id/checkout', describeCheckout, async (c) => {
    const id = c.req.param('id')
    if (!validate(id)) throw unknownOrder()
    const found =
      (await findOwnOrder(store.log, id, c.req.header('x-run-secret'))) ?? (await unlockedOrder?.(c))
    if (found?.order.id !== id.toLowerCase()) throw unknownOrder()
    return c.json({ redirectUrl: await payment(c, found) } satisfies CheckoutResponse, 200, noStore)
  })
  return routes
}

const noStore = { 'cache-control': 'no-store' }

const orderId = {
  in: 'path' as const,
  name: 'id',
  schema: z.uuid(),
  description: 'Order id, as returned for its `complete`.',
}

const describeOrder = describe({
  tag: 'Orders',
  summary: 'Get the status of an order',
  description:
    'With the secret of its run, the response also contains what only the customer may see: `statusUrl`, `recipient`, `email`, `documents` and `next`.',
  parameters: [orderId, runSecretHeader],
  responses: {
    200: {
      description: 'The order; without the secret, without personal data.',
      schema: orderResponseSchema,
    },
    404: problem('Unknown order.'),
    429: problem('The client made more than 120 requests in a minute.'),
  },
})

const describeCheckout = describe({
  tag: 'Orders',
  summary: 'Get the payment page of an order',
  description: 'The first request also records the conversion of the order.',
  parameters: [orderId, runSecretHeader, ...statusHeaders],
  responses: {
    200: { description: 'The payment page of this order.', schema: checkoutResponseSchema },
    401: problem('The access of the status page is wrong or expired.'),
    403: problem('The postal code or the birth date does not match the order.'),
    404: problem('The order is unknown, or neither the secret nor the access of the status page is right.'),
    409: problem(
      'The order is paid, withdrawn, declared withdrawn or expired, or its billing data has been deleted.',
    ),
    429: problem('The client made more than 120 requests in a minute.'),
    503: problem('The store cannot commit now; Retry-After says when to try again.'),
  },
})
