import { weekMs } from '#domain/time/durations.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import type { WireEventType } from '#domain/events/wire-events.ts'
import { type RetentionPeriod, isOver } from './period.ts'

/**
 * Retention periods of a run's personal values. Which of them apply depends on whether the run has an order, whether the
 * order was paid, and whether it has ended.
 */
export interface RunPeriods {
  /** Period for runs without an order, counted from the visitor's last event. */
  drafts: RetentionPeriod
  /** Period for orders that were never paid, counted from the order. */
  unpaid: RetentionPeriod
  /** Period for orders that have ended, counted from the end (see `endingTypes`). */
  fulfilled: RetentionPeriod
  /** Period for those values of a paid order that the invoice requires, counted from the payment. */
  invoices: RetentionPeriod
}

/** Times from which the periods are counted, in ms since the epoch; null for events that have not happened. */
export interface RunDates {
  /** `receivedAt` of the run's last event whose type is in `visitorTypes`. Replayed events do not count. */
  lastSeenAt: number
  /** `orderedAt`, `paidAt` and `endedAt` are the corrected times (`at`) of the events, as shown in reports. */
  orderedAt: number | null
  paidAt: number | null
  /** Time of the last event whose type is in `endingTypes`. */
  endedAt: number | null
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
 * Types of events that end an order: its letter was posted, it was withdrawn, its price was refunded, or its data was
 * erased.
 */
export const endingTypes = ['sent', 'withdrawn', 'refunded', 'erased'] as const satisfies StoredEventType[]

/**
 * Decides which retention step is due for a run's personal values and uploads. A paid order that has not ended is kept,
 * because it still has to be carried out or refunded. Only paid orders are reduced, because an unpaid order has no
 * invoice. The values for the invoice are never removed before the other values of the order.
 */
export function decideRetention(dates: RunDates, periods: RunPeriods, now: number): RetentionStep {
  const { lastSeenAt, orderedAt, paidAt, endedAt } = dates
  if (orderedAt === null) return isOver(lastSeenAt, periods.drafts, now) ? 'remove' : 'keep'
  if (endedAt === null) return paidAt === null && isOver(orderedAt, periods.unpaid, now) ? 'remove' : 'keep'
  if (!isOver(endedAt, periods.fulfilled, now)) return 'keep'
  return paidAt !== null && !isOver(paidAt, periods.invoices, now) ? 'reduce' : 'remove'
}

/**
 * Returns true if an erasure up to position `upTo` keeps the invoice of the run's order, and the values that it needs.
 * The law requires this for paid orders (Art. 17 (3) b GDPR, § 147 AO). They are removed when their retention ends.
 */
export function keepsInvoice(
  { paidAt, order }: Pick<RunDates, 'paidAt'> & { order: { position: number } | null },
  upTo: number,
): boolean {
  return paidAt !== null && order !== null && order.position <= upTo
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
