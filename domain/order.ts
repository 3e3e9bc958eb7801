import type { StoredEvent, StoredEventOf } from './stored-event.ts'

export type OrderStatus = 'ordered' | 'paid' | 'withdrawn'

/** The one order of a run, as its stored events tell it. */
export interface Order {
  /** Event id of the run's `complete`. */
  id: string
  number: string
  runId: string
  funnel: string
  priceCents: number
  status: OrderStatus
  /** The payment that paid it, also after a withdrawal: it is what a refund goes back to. Null until then. */
  paymentId: string | null
}

/** What a payment provider may report. Only `paid` changes an order, the others merely tell how it stands. */
export const paymentStatuses = ['paid', 'pending', 'failed', 'canceled'] as const

export interface PaymentReport {
  paymentId: string
  amountCents: number
  status: string
}

export type PaymentRefusal =
  | 'unknown-order'
  | 'unknown-status'
  | 'wrong-amount'
  | 'withdrawn'
  | 'paid-already'

/** `events` is empty when the report changes nothing. */
export type PaymentDecision =
  | { events: { type: 'paid'; data: StoredEventOf<'paid'>['data'] }[] }
  | { refused: PaymentRefusal }

/** Folds a run's events, in log order, into its order; undefined until the `complete`. Withdrawn is final. */
export function evolveOrder(order: Order | undefined, event: StoredEvent): Order | undefined {
  if (!order) return event.type === 'complete' ? newOrder(event) : undefined
  switch (event.type) {
    case 'paid':
      return {
        ...order,
        status: order.status === 'ordered' ? 'paid' : order.status,
        paymentId: order.paymentId ?? event.data.paymentId,
      }
    case 'withdrawn':
      return { ...order, status: 'withdrawn' }
    default:
      return order
  }
}

function newOrder(event: StoredEventOf<'complete'>): Order {
  return {
    id: event.id,
    number: event.data.orderNumber,
    runId: event.runId,
    funnel: event.funnel,
    priceCents: event.data.priceCents,
    status: 'ordered',
    paymentId: null,
  }
}

/** The order of a run, from all its events in log order. */
export function orderOf(events: readonly StoredEvent[]): Order | undefined {
  return events.reduce<Order | undefined>(evolveOrder, undefined)
}

/**
 * What a payment provider's report does to an order (DESIGN 10.14). The whole price is paid at once, or nothing is;
 * the same report again changes nothing. Money that the order does not expect (after a withdrawal, or a second
 * payment) is refused, so that the provider keeps it open and somebody looks.
 */
export function decidePayment(order: Order | undefined, report: PaymentReport): PaymentDecision {
  if (!order) return { refused: 'unknown-order' }
  if (!isPaymentStatus(report.status)) return { refused: 'unknown-status' }
  if (report.status !== 'paid') return { events: [] }
  if (report.amountCents !== order.priceCents) return { refused: 'wrong-amount' }
  if (order.paymentId === report.paymentId) return { events: [] }
  if (order.status === 'withdrawn') return { refused: 'withdrawn' }
  if (order.paymentId !== null) return { refused: 'paid-already' }
  const { paymentId, amountCents } = report
  return { events: [{ type: 'paid', data: { orderId: order.id, paymentId, amountCents } }] }
}

function isPaymentStatus(status: string): boolean {
  return (paymentStatuses as readonly string[]).includes(status)
}
