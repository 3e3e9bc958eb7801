import type { Context } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { billingOf, campaignOf, checkoutLink } from '#domain/orders/billing/checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { decideCheckout } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { Problem } from '#service/http/errors.ts'
import { ownOrigin } from '#service/http/own-origin.ts'
import type { FoundOrder } from './find-order.ts'
import { readOrderValues } from './order-values.ts'
import type { Tickets } from './payment-ticket.ts'
import { recordConversion } from './record-conversion.ts'
import { pathFor, testPaymentPath } from './test-payment-page.ts'

interface CheckoutSettings {
  store: Pick<Store, 'log' | 'vault'>
  /** URL of the external payment page; if absent, the service's own test payment page is used. */
  checkoutUrl?: string | undefined
  /** Ids of the VIP products in the external checkout, by funnel. */
  vipProductIds?: Readonly<Record<string, number>> | undefined
  /** Issues tickets for the test payment page. */
  tickets: Pick<Tickets, 'issue'>
  /** Public URL of the site; defaults to the address of the request. */
  publicUrl?: string | undefined
  now: () => number
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
  /** Called after a conversion was committed. */
  onCommit: () => void
}

/**
 * Returns the URL of the payment page of an order, whose caller must be authorised. Records the conversion of the order.
 * Throws a 409 problem if nothing is due, or if there is no one to bill.
 */
export type Checkout = (c: Context, found: FoundOrder) => Promise<string>

export function createCheckout(settings: CheckoutSettings): Checkout {
  const { store, checkoutUrl, vipProductIds, tickets, publicUrl, now, unpaid, onCommit } = settings
  const testPaymentAddress = (origin: string, order: Order) =>
    new URL(pathFor(testPaymentPath, order, tickets.issue(order.id)), origin).href
  return async (c, found) => {
    refuseClosed(decideCheckout(found.order, unpaid, now()), found.order)
    const page = checkoutUrl ?? testPaymentAddress(ownOrigin(c, publicUrl), found.order)
    const redirectUrl = await linkTo(page, found, { vault: store.vault, vipProductIds })
    // The conversion is committed before the browser leaves for the payment page.
    const outcome = await recordConversion(store.log, found, { unpaid, now: now() })
    refuseClosed(outcome, outcome.order ?? found.order)
    if (outcome.code === 'changed') onCommit()
    return redirectUrl
  }
}

interface LinkSources {
  vault: Store['vault']
  vipProductIds: CheckoutSettings['vipProductIds']
}

async function linkTo(
  page: string,
  found: FoundOrder,
  { vault, vipProductIds }: LinkSources,
): Promise<string> {
  const { order, complete, events } = found
  const rows = await vault.read(order.runId, complete.position)
  const { values } = await readOrderValues({ vault }, found)
  const funnel = funnelByType(order.funnel)
  const billing = billingOf(values, funnel?.billed?.(complete.facts))
  if (!billing || !funnel) throw withoutBilling()
  // Without consent, the browser forgets its campaign on a reload, so the `complete` may have no touches. Earlier
  // events of the run may still have them.
  const known = events.findLast((each) => each.position <= complete.position && each.meta.touches.length > 0)
  const clickIds = Object.assign({}, ...rows.map((row) => row.personal.clickIds)) as Record<string, string>
  const mayName = complete.meta.consent === 'marketing'
  const campaign = campaignOf(known?.meta.touches ?? [], mayName ? clickIds : {})
  const vipId = complete.facts['serviceLevel'] === 'vip' ? vipProductIds?.[funnel.type] : undefined
  return checkoutLink({ page, orderId: order.id, productId: vipId ?? funnel.productId, billing, campaign })
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
