import { paymentPath } from '#domain/orders/order-contract.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { testPaymentPrefix } from '#domain/orders/billing/test-payment.ts'
import { signMessage } from '#service/outgoing/sign-message.ts'

/**
 * Reports a payment of the full price to the service itself with a signed HTTP request, as a payment provider would.
 * The payment's id is derived from the order, so that a double click reports one payment twice instead of two payments.
 */
export async function reportTestPayment(
  order: Order,
  {
    secret,
    now,
    url,
    send,
  }: {
    secret: string
    now: number
    /** Any URL of the service; only its origin is used. */
    url: string
    send: (request: Request) => Response | Promise<Response>
  },
): Promise<Response> {
  const paymentId = `${testPaymentPrefix}${order.id}`
  const body = JSON.stringify({
    orderId: order.id,
    paymentId,
    amountCents: order.priceCents,
    status: 'paid',
  })
  const headers = {
    'content-type': 'application/json',
    ...(await signMessage([secret], { id: `msg-${paymentId}`, sentAt: now, body })),
  }
  return send(new Request(new URL(paymentPath, url), { method: 'POST', headers, body }))
}
