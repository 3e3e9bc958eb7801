import { paymentPath } from '#domain/order-contract.ts'
import type { Order } from '#domain/order.ts'
import { signMessage } from '#service/forwarding/sign-message.ts'

/**
 * Reports a payment of the whole price to the service itself, as a payment provider would: signed, by HTTP request.
 * The payment's id follows from the order, so that a double click reports one payment twice, not two.
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
    /** Any address of the service. */
    url: string
    send: (request: Request) => Response | Promise<Response>
  },
): Promise<Response> {
  const paymentId = `test-${order.id}`
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
