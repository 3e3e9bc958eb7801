import type { EventLog } from '#db/ports/event-log.ts'
import { type PaymentCode, type PaymentReport, decidePayment } from '#domain/orders/decide-order.ts'
import { type OrderOutcome, changeOrder } from './change-order.ts'

/**
 * Decides whether a payment report is accepted for its order. If so, appends the event of the payment (see
 * `changeOrder`). Throws `LostServiceEvent` if nothing was stored although the order is still not paid.
 */
export function recordPayment(
  log: Pick<EventLog, 'find' | 'readOrder' | 'append'>,
  orderId: string,
  report: PaymentReport,
  now: number,
): Promise<OrderOutcome<PaymentCode>> {
  return changeOrder(log, orderId, (order) => decidePayment(order, report), { now })
}
