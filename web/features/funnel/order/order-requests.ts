import type { CheckoutResponse, OrderResponse } from '#domain/orders/order-contract.ts'
import type { StatusDocument } from '#domain/orders/status-contract.ts'
import { saveFile } from '#web/ui/save-file.ts'

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

/**
 * Returns the order, null if it does not exist, or undefined if the service is unavailable. With the secret of its run, the
 * order contains what only the customer may see.
 */
export async function requestOrder(
  orderId: string,
  secret: string | undefined,
): Promise<OrderResponse | null | undefined> {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderId)}`, {
      headers: secret === undefined ? {} : { 'X-Run-Secret': secret },
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return (await response.json()) as OrderResponse
    return response.status === 404 || response.status === 400 ? null : undefined
  } catch {
    return undefined
  }
}

/** Downloads a document of an order and hands it to the browser as a file. Returns whether that succeeded. */
export async function downloadDocument(
  orderId: string,
  secret: string,
  { kind, filename }: Pick<StatusDocument, 'kind' | 'filename'>,
): Promise<boolean> {
  try {
    const response = await fetch(`/api/orders/${encodeURIComponent(orderId)}/documents/${kind}`, {
      headers: { 'X-Run-Secret': secret },
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) saveFile(await response.blob(), filename)
    return response.ok
  } catch {
    return false
  }
}
