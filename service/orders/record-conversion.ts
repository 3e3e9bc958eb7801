import type { EventLog } from '#db/ports/event-log.ts'
import { type CheckoutCode, decideCheckout } from '#domain/orders/decide-order.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { type OrderOutcome, changeOrder } from './change-order.ts'
import type { FoundOrder } from './find-order.ts'

/**
 * Appends the event `converted` when a visitor leaves for the payment page of an order. The event is stored once per
 * order, however often the visitor returns and whichever process handles the request.
 */
export function recordConversion(
  log: Pick<EventLog, 'find' | 'readOrder' | 'append'>,
  found: FoundOrder,
  { unpaid, now }: { unpaid: RetentionPeriod; now: number },
): Promise<OrderOutcome<CheckoutCode>> {
  return changeOrder(log, found, (order) => decideCheckout(order, unpaid, now), { now })
}
