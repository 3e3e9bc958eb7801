import { useEffect, useState } from 'react'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { OrderResponse } from '#domain/orders/order-contract.ts'
import { requestOrder } from './order-requests.ts'
import { endRunOf, storedRunOf } from '#web/features/funnel/run/open-runs.ts'

export interface ShownOrder extends OrderResponse {
  /** Display name of the product. */
  product: string
}

export interface OrderState {
  /** Null if the order does not exist. Undefined until the service has responded. */
  order: ShownOrder | null | undefined
  /** True after 12 seconds of polling. Most payments are confirmed sooner. */
  overdue: boolean
}

const pauses = [500, 500, 1000, 1000, 2000, 2000, 5000]

/**
 * Requests the order until it no longer waits for payment, or until the service reports that it does not exist. One
 * request is not enough: when the visitor returns from the payment page, the payment may not be confirmed yet.
 */
export function useOrder(id: string | null): OrderState {
  const [state, setState] = useState<OrderState>({ order: id ? undefined : null, overdue: false })
  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    async function poll(polled: number, orderId: string) {
      const loaded = await requestOrder(orderId).then((found) => found && withProduct(found))
      if (gone) return
      setState(({ order }) => ({
        order: loaded === undefined ? order : loaded,
        overdue: polled >= pauses.length,
      }))
      const settled = loaded === null || (loaded !== undefined && loaded.status !== 'ordered')
      if (settled) return forget(orderId, loaded)
      timer = setTimeout(() => void poll(polled + 1, orderId), pauses[polled] ?? 10_000)
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
  return { ...order, product: funnel?.product ?? order.funnel }
}

/**
 * Deletes the draft of an order. Must be called only when the order no longer waits for payment, because the draft
 * contains the link to the payment page.
 */
function forget(orderId: string, order: OrderResponse | null): void {
  if (order && storedRunOf(order.funnel)?.order?.id === orderId) endRunOf(order.funnel)
}
