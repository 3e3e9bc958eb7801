import type { EventLog } from '#db/event-log.ts'
import { serviceEvent } from '#service/service-events.ts'
import type { FoundOrder } from './find-order.ts'

/**
 * Appends `converted` the first time that an order leaves for its payment; whether it did now. Its id follows from the
 * order, so it is there once however often the visitor comes back, and whichever process he comes to.
 */
export async function recordConversion(
  log: Pick<EventLog, 'append'>,
  { order, complete, events }: FoundOrder,
  now: number,
): Promise<boolean> {
  if (events.some(({ type }) => type === 'converted')) return false
  const converted = serviceEvent('converted', order.id, { orderId: order.id }, complete, now)
  const [appended] = await log.append({ events: [converted], rejected: [], now, dedupeWindowMs: 0 })
  return appended?.status === 'stored'
}
