import { useEffect, useState } from 'react'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { OrderResponse } from '#domain/orders/order-contract.ts'
import { requestOrder } from './order-requests.ts'
import { browserStorage } from '#web/features/funnel/run/browser-storage.ts'
import { endRunOf, storedRunOf } from '#web/features/funnel/run/open-runs.ts'

export interface ShownOrder extends OrderResponse {
  /** Display name of the product. */
  product: string
}

export interface OrderState {
  /** Null if the order does not exist. Undefined until the service has responded. */
  order: ShownOrder | null | undefined
  /** Secret of the run in which the order was placed in this tab; undefined in any other browser. */
  secret: string | undefined
  /** True after 12 seconds of polling. Most payments are confirmed sooner. */
  overdue: boolean
  /** True if the documents of a paid order are not ready 5 minutes after the page was opened. */
  withoutDocuments: boolean
}

const pauses = [500, 500, 1000, 1000, 2000, 2000, 5000]
const longPause = 10_000
/** Number of polls after which the page no longer waits for documents: about 5 minutes. */
const maxDocumentPolls = pauses.length + 29

/**
 * Requests the order until it no longer waits for payment, or until the service reports that it does not exist. One
 * request is not enough: when the visitor returns from the payment page, the payment may not be confirmed yet.
 */
export function useOrder(id: string | null): OrderState {
  const [state, setState] = useState<OrderState>({
    order: id ? undefined : null,
    secret: id ? keptSecret(id) : undefined,
    overdue: false,
    withoutDocuments: false,
  })
  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    async function poll(polled: number, orderId: string) {
      const secret = keptSecret(orderId)
      const loaded = await requestOrder(orderId, secret).then((found) => found && withProduct(found))
      if (gone) return
      const waitsForDocuments = loaded?.status === 'paid' && secret !== undefined && !isPrepared(loaded)
      setState(({ order }) => ({
        order: loaded === undefined ? order : loaded,
        secret,
        overdue: polled >= pauses.length,
        withoutDocuments: waitsForDocuments && polled >= maxDocumentPolls,
      }))
      const settled = loaded === null || (loaded !== undefined && loaded.status !== 'ordered')
      if (settled) keepSecret(orderId, loaded)
      // The documents of a paid order are usually ready some moments after the payment.
      if (settled && (!waitsForDocuments || polled >= maxDocumentPolls)) return
      timer = setTimeout(() => void poll(polled + 1, orderId), pauses[polled] ?? longPause)
    }
    void poll(0, id)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id])
  return state
}

async function withProduct(order: OrderResponse): Promise<ShownOrder> {
  const entry = funnelEntries.find(({ type }) => type === order.funnel)
  // Show the status even if the product name cannot be loaded.
  const funnel = await entry?.load().catch(() => undefined)
  const { statusUrl } = order
  return {
    ...order,
    product: funnel?.product ?? order.funnel,
    // Without the origin, because the visitor may use this site under another address than the configured one.
    ...(statusUrl && { statusUrl: new URL(statusUrl).pathname + new URL(statusUrl).hash }),
  }
}

function isPrepared({ documents = [] }: OrderResponse): boolean {
  return ['application', 'invoice'].every((kind) => documents.some((one) => one.kind === kind))
}

/**
 * Returns the secret of the run in which the order was placed. It is in the draft of the run, or, once the draft is
 * deleted, in the storage of the tab.
 */
function keptSecret(orderId: string): string | undefined {
  const placed = funnelEntries
    .map(({ type }) => storedRunOf(type))
    .find((run) => run?.order?.id === orderId)?.secret
  return placed ?? browserStorage.session.getItem(secretKey(orderId)) ?? undefined
}

/**
 * Deletes the draft of an order and keeps its secret until the tab is closed. Must be called only when the order no longer
 * waits for payment, because the draft contains the link to the payment page.
 */
function keepSecret(orderId: string, order: OrderResponse | null): void {
  const run = order && storedRunOf(order.funnel)
  if (!order || run?.order?.id !== orderId) return
  try {
    browserStorage.session.setItem(secretKey(orderId), run.secret)
  } catch {
    // Storage is blocked or full. The page then shows the order without personal data after a reload.
  }
  endRunOf(order.funnel)
}

const secretKey = (orderId: string) => `order-secret-${orderId}`
