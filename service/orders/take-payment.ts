import type { EventLog } from '#db/event-log.ts'
import { type Order, type PaymentRefusal, type PaymentReport, decidePayment } from '#domain/order.ts'
import { serviceEvent } from '#service/service-events.ts'
import { findOrder } from './find-order.ts'

export type PaymentOutcome =
  | { order: Order; /** Whether this very report changed the order. */ changed: boolean }
  | { refused: PaymentRefusal; order: Order | undefined }

/**
 * Decides a payment report on the order as the log tells it, and appends what follows from it. Of two reports at the
 * same time only one is appended, for both make the same event id; the other is decided again on what is then there.
 */
export async function takePayment(
  log: Pick<EventLog, 'find' | 'readRun' | 'append'>,
  orderId: string,
  report: PaymentReport,
  now: number,
): Promise<PaymentOutcome> {
  const found = await findOrder(log, orderId)
  const decision = decidePayment(found?.order, report)
  if ('refused' in decision) return { refused: decision.refused, order: found?.order }
  const { order, complete } = found!
  if (decision.events.length === 0) return { order, changed: false }
  const events = decision.events.map(({ type, data }) => serviceEvent(type, order.id, data, complete, now))
  const appended = await log.append({ events, rejected: [], now, dedupeWindowMs: 0 })
  const settled = await findOrder(log, orderId)
  const after = decidePayment(settled?.order, report)
  if ('refused' in after) return { refused: after.refused, order: settled?.order }
  return { order: settled!.order, changed: appended.some(({ status }) => status === 'stored') }
}
