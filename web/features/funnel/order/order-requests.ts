import type { CheckoutResponse, OrderResponse } from '#domain/orders/order-contract.ts'

const timeout = 8000

/** Problem type that the service returns if the customer's e-mail address or name has been erased. */
const withoutBilling = 'urn:formlotse:problem:no-billing-data'

export type CheckoutOutcome =
  | { kind: 'ready'; redirectUrl: string }
  /** No payment is due. */
  | { kind: 'closed' }
  /** The service found no order with this id and secret. Shortly after the order was placed, a retry may succeed. */
  | { kind: 'unknown' }
  /** The personal data needed for billing no longer exists, for example after an erasure. A retry cannot succeed. */
  | { kind: 'unbillable' }
  | { kind: 'unavailable' }

export async function requestCheckout(orderId: string, secret: string): Promise<CheckoutOutcome> {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderId)}/checkout`, {
      method: 'POST',
      headers: { 'X-Run-Secret': secret },
      signal: AbortSignal.timeout(timeout),
    })
    if (response.status === 409) {
      const { type } = (await response.json()) as { type?: unknown }
      return { kind: type === withoutBilling ? 'unbillable' : 'closed' }
    }
    if (response.status >= 400 && response.status < 500 && response.status !== 429) return { kind: 'unknown' }
    if (!response.ok) return { kind: 'unavailable' }
    const { redirectUrl } = (await response.json()) as CheckoutResponse
    return { kind: 'ready', redirectUrl }
  } catch {
    return { kind: 'unavailable' }
  }
}

/** Returns the order, null if it does not exist, or undefined if the service is unavailable. */
export async function requestOrder(orderId: string): Promise<OrderResponse | null | undefined> {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderId)}`, {
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return (await response.json()) as OrderResponse
    return response.status === 404 || response.status === 400 ? null : undefined
  } catch {
    return undefined
  }
}
