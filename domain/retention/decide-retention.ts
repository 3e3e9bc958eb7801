import { weekMs } from '#domain/time/durations.ts'
import type { WireEventType } from '#domain/events/wire-events.ts'
import { type RetentionPeriod, isOver } from './period.ts'

/**
 * Retention periods of a run's personal values. Which of them apply depends on whether the run has an order and whether
 * the order was paid or withdrawn.
 */
export interface RunPeriods {
  /** Period for runs without an order, counted from the visitor's last event. */
  drafts: RetentionPeriod
  /** Period for orders that were never paid, counted from the order. */
  unpaid: RetentionPeriod
  /** Period for paid or withdrawn orders, counted from the payment, or from the withdrawal if there was one. */
  fulfilled: RetentionPeriod
  /** Period for those values of a paid order that the invoice requires, counted from the payment. */
  invoices: RetentionPeriod
}

/** Times from which the periods are counted, in ms since the epoch; null for events that have not happened. */
export interface RunDates {
  /** `receivedAt` of the run's last event whose type is in `visitorTypes`. */
  lastSeenAt: number
  /** `orderedAt`, `paidAt` and `withdrawnAt` are the corrected times (`at`) of the events, as shown in reports. */
  orderedAt: number | null
  paidAt: number | null
  withdrawnAt: number | null
}

/** `reduce` keeps only the values that the invoice requires; `remove` deletes all values. */
export type RetentionStep = 'keep' | 'reduce' | 'remove'

/**
 * Types of events that show visitor activity. Service events do not: they can occur long after the visitor has left.
 */
export const visitorTypes = [
  'start',
  'step',
  'invalid',
  'email',
  'abandon',
  'complete',
] as const satisfies WireEventType[]

/**
 * Decides which retention step is due for a run's personal values and uploads. Only paid orders are reduced, because an
 * unpaid order has no invoice. The values for the invoice are never removed before the other values of the order.
 */
export function decideRetention(dates: RunDates, periods: RunPeriods, now: number): RetentionStep {
  const { lastSeenAt, orderedAt, paidAt, withdrawnAt } = dates
  if (orderedAt === null) return isOver(lastSeenAt, periods.drafts, now) ? 'remove' : 'keep'
  const fulfilledAt = withdrawnAt ?? paidAt
  if (fulfilledAt === null) return isOver(orderedAt, periods.unpaid, now) ? 'remove' : 'keep'
  if (!isOver(fulfilledAt, periods.fulfilled, now)) return 'keep'
  return paidAt !== null && !isOver(paidAt, periods.invoices, now) ? 'reduce' : 'remove'
}

/** Maximum time in ms by which the corrected time of an event can precede its arrival (see `correctTime`). */
const maxCorrection = weekMs

/**
 * Returns true if all personal data received at or after `receivedAt` must still be kept, whatever the state of its
 * run. The caller then need not read the runs with this data. The periods are counted from `maxCorrection` before
 * `receivedAt`, because the corrected time of an event can be that much earlier.
 */
export function isTooYoung(receivedAt: number, periods: RunPeriods, now: number): boolean {
  const { drafts, unpaid, fulfilled } = periods
  return [drafts, unpaid, fulfilled].every((period) => !isOver(receivedAt - maxCorrection, period, now))
}
