import { type RetentionPeriod, isOver } from './period.ts'

/**
 * Returns the display status of an order, which is `expired` if the order was not paid in time. The expiry is derived
 * from the current time instead of stored as an event. It is therefore exact even if no process was running at the
 * time, and a payment of an expired order needs no special case.
 */
export function shownStatus<Status extends string>(
  { status, orderedAt }: { status: Status; orderedAt: number },
  unpaid: RetentionPeriod,
  now: number,
): Status | 'expired' {
  return status === 'ordered' && isOver(orderedAt, unpaid, now) ? 'expired' : status
}
