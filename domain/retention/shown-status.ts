import { type RetentionPeriod, isOver } from './period.ts'

/**
 * Returns the display status of an order: `expired` if it was not paid in time. The expiry is derived from the time
 * instead of stored as an event, so it is exact even if no process was running, and a late payment needs no special
 * case.
 */
export function shownStatus<Status extends string>(
  { status, orderedAt }: { status: Status; orderedAt: number },
  unpaid: RetentionPeriod,
  now: number,
): Status | 'expired' {
  return status === 'ordered' && isOver(orderedAt, unpaid, now) ? 'expired' : status
}
