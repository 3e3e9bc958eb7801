import type { CheckoutAnswer, OrderAnswer } from '#domain/order-contract.ts'

const timeout = 8000

/** What the service calls an order whose e-mail address or name is gone. */
const withoutBilling = 'urn:formlotse:problem:no-billing-data'

export type CheckoutOutcome =
  | { kind: 'ready'; redirectUrl: string }
  /** Nothing is due any more. */
  | { kind: 'closed' }
  /** No such order of this run. */
  | { kind: 'unknown' }
  /** Nobody is left to bill, for example after an erasure: no further try will change that. */
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
    const { redirectUrl } = (await response.json()) as CheckoutAnswer
    return { kind: 'ready', redirectUrl }
  } catch {
    return { kind: 'unavailable' }
  }
}

/** What the service knows about an order; null when it knows none, undefined when it cannot be asked now. */
export async function requestOrder(orderId: string): Promise<OrderAnswer | null | undefined> {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderId)}`, {
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return (await response.json()) as OrderAnswer
    return response.status === 404 || response.status === 400 ? null : undefined
  } catch {
    return undefined
  }
}
