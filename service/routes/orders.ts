import { Hono } from 'hono'
import { z } from 'zod'
import type { Store } from '#db/store.ts'
import { billingOf, campaignOf, checkoutLink } from '#domain/checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import {
  type CheckoutAnswer,
  type OrderAnswer,
  checkoutAnswerSchema,
  orderAnswerSchema,
} from '#domain/order-contract.ts'
import { Problem } from '#service/errors.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { type FoundOrder, findOrder, unknownOrder } from '#service/orders/find-order.ts'
import { recordConversion } from '#service/orders/record-conversion.ts'
import { isRunSecret } from '#service/orders/run-secret.ts'
import { testPaymentPath } from '#service/orders/test-payment-page.ts'
import { type RateLimitSettings, rateLimit } from '#service/rate-limit.ts'

const lookupsPerMinute = 120

export interface OrderRouteDeps {
  store: Pick<Store, 'log' | 'vault'>
  /** External payment page; without one the service's own test payment page. */
  checkoutUrl?: string | undefined
  /** Where visitors reach the service; without it, the address that the request came to. */
  publicUrl?: string | undefined
  now: () => number
  /** Told after a conversion was committed. */
  onCommit: () => void
  limits: RateLimitSettings
}

/** What a visitor may know about an order, and the hand-over to the payment page (DESIGN 10.14, 10.15). */
export function orderRoutes({ store, checkoutUrl, publicUrl, now, onCommit, limits }: OrderRouteDeps) {
  const routes = new Hono()
  routes.use('/api/orders/*', rateLimit({ name: 'orders', perMinute: lookupsPerMinute }, limits))

  routes.get('/api/orders/:id', async (c) => {
    const found = await findOrder(store.log, c.req.param('id'))
    if (!found) throw unknownOrder()
    const { number, funnel, priceCents, status } = found.order
    return c.json({ number, funnel, priceCents, status } satisfies OrderAnswer, 200, noStore)
  })

  routes.post('/api/orders/:id/checkout', async (c) => {
    const found = await findOrder(store.log, c.req.param('id'))
    if (!found || !isRunSecret(c.req.header('x-run-secret'), found.events)) throw unknownOrder()
    if (found.order.status !== 'ordered') throw closed(found.order.status)
    const page = checkoutUrl ?? new URL(testPaymentPath, publicUrl ?? c.req.url).href
    const redirectUrl = await linkTo(page, found, store.vault)
    // First the conversion, then the way to the payment (specification part 2, 4).
    if (await recordConversion(store.log, found, now())) onCommit()
    return c.json({ redirectUrl } satisfies CheckoutAnswer, 200, noStore)
  })
  return routes
}

const noStore = { 'cache-control': 'no-store' }

async function linkTo(page: string, found: FoundOrder, vault: Store['vault']): Promise<string> {
  const { order, complete, events } = found
  const rows = await vault.read(order.runId, complete.position)
  const funnel = funnelByType(order.funnel)
  const form = rows.find((row) => row.position === complete.position)?.personal.form ?? {}
  const billing = billingOf(form, funnel?.billed?.(complete.facts))
  if (!billing || !funnel) throw withoutBilling()
  // Without consent the browser forgets its campaign on a reload, the run does not (DESIGN 10.16).
  const known = events.findLast((each) => each.position <= complete.position && each.meta.touches.length > 0)
  const clickIds = Object.assign({}, ...rows.map((row) => row.personal.clickIds)) as Record<string, string>
  const campaign = campaignOf(known?.meta.touches ?? [], clickIds)
  return checkoutLink({ page, orderId: order.id, productId: funnel.productId, billing, campaign })
}

function closed(status: 'paid' | 'withdrawn'): Problem {
  return new Problem({
    status: 409,
    type: status === 'paid' ? 'paid-already' : 'withdrawn',
    title: 'Nothing is due for this order',
    detail: `The order is ${status}; only one that is ordered can be paid.`,
    extensions: { orderStatus: status },
  })
}

function withoutBilling(): Problem {
  return new Problem({
    status: 409,
    type: 'no-billing-data',
    title: 'The order cannot be handed over',
    detail:
      'E-mail, first name or last name of the order is no longer there, so the payment page cannot bill anybody.',
  })
}

const orderId = {
  in: 'path' as const,
  name: 'id',
  schema: z.uuid(),
  description: 'Order id, as the `complete` was answered.',
}

export const orderOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/orders/{id}',
    tag: 'Orders',
    summary: 'How an order stands',
    parameters: [orderId],
    responses: {
      200: { description: 'The order, without personal data.', schema: orderAnswerSchema },
      404: problem('Unknown order.'),
      429: problem('More than 120 requests of a client in a minute.'),
    },
  },
  {
    method: 'post',
    path: '/api/orders/{id}/checkout',
    tag: 'Orders',
    summary: 'Where to pay an order',
    description: 'The first time it also records the conversion of the order.',
    parameters: [
      orderId,
      {
        in: 'header',
        name: 'X-Run-Secret',
        schema: z.string(),
        required: true,
        description: 'Secret of the run, whose SHA-256 its `start` carried.',
      },
    ],
    responses: {
      200: { description: 'The payment page of this order.', schema: checkoutAnswerSchema },
      404: problem('Unknown order, or a wrong or missing secret.'),
      409: problem('The order is paid or withdrawn already, or its billing data are gone.'),
      429: problem('More than 120 requests of a client in a minute.'),
      503: problem('The store cannot commit now; Retry-After says when to try again.'),
    },
  },
]
