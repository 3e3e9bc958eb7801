import { useEffect, useState } from 'react'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { OrderAnswer } from '#domain/order-contract.ts'
import { requestOrder } from './order-requests.ts'
import { endRunOf, keptRunOf } from './open-runs.ts'

export interface ShownOrder extends OrderAnswer {
  /** Name of what was sold. */
  product: string
}

export interface OrderState {
  /** Null when there is none; undefined until the service could be asked. */
  order: ShownOrder | null | undefined
  /** Whether it takes longer than a payment that was made is usually reported in. */
  overdue: boolean
}

const pauses = [500, 500, 1000, 1000, 2000, 2000, 5000]

/** Asks until nothing is due any more: the payment is reported a moment after the visitor is back. */
export function useOrder(id: string | null): OrderState {
  const [state, setState] = useState<OrderState>({ order: id ? undefined : null, overdue: false })
  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    async function ask(asked: number, orderId: string) {
      const answer = await requestOrder(orderId).then((found) => found && withProduct(found))
      if (gone) return
      setState(({ order }) => ({
        order: answer === undefined ? order : answer,
        overdue: asked >= pauses.length,
      }))
      const settled = answer === null || (answer !== undefined && answer.status !== 'ordered')
      if (settled) return forget(orderId, answer)
      timer = setTimeout(() => void ask(asked + 1, orderId), pauses[asked] ?? 10_000)
    }
    void ask(0, id)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id])
  return state
}

async function withProduct(order: OrderAnswer): Promise<ShownOrder> {
  const entry = funnelEntries.find(({ type }) => type === order.funnel)
  // How the order stands matters more than a name that cannot be loaded.
  const funnel = await entry?.load().catch(() => undefined)
  return { ...order, product: funnel?.product ?? order.funnel }
}

/** The draft has done its work once nothing is due; until then it leads back to the payment. */
function forget(orderId: string, order: OrderAnswer | null): void {
  if (order && keptRunOf(order.funnel)?.order?.id === orderId) endRunOf(order.funnel)
}
