import { weekMs } from '#domain/time/durations.ts'
import type { WireEventType } from '#domain/events/wire-events.ts'
import { type RetentionPeriod, isOver } from './period.ts'

/** Retention periods of a run's personal values, by the class of the run. */
export interface RunPeriods {
  /** Runs without an order, from the visitor's last event. */
  drafts: RetentionPeriod
  /** Orders never paid, from the order. */
  unpaid: RetentionPeriod
  /** Application data and proofs, from the payment, or from the withdrawal if there was one. */
  fulfilled: RetentionPeriod
  /** Invoice data of a paid order, from the payment. */
  invoices: RetentionPeriod
}

/** Start dates of the periods, in ms since the epoch; null for events that have not happened. */
export interface RunDates {
  /** `receivedAt` of the last event of one of `visitorTypes`. */
  lastSeenAt: number
  /** Corrected times, as shown in reports. */
  orderedAt: number | null
  paidAt: number | null
  withdrawnAt: number | null
}

/** `reduce` keeps only the values for the invoice; `remove` deletes all values. */
export type RetentionStep = 'keep' | 'reduce' | 'remove'

/** Types of events that show visitor activity. Service events can occur long after the visitor has left. */
export const visitorTypes = [
  'start',
  'step',
  'invalid',
  'email',
  'abandon',
  'complete',
] as const satisfies WireEventType[]

/**
 * Decides which retention step is due for a run's personal values and uploads. An order that was never paid has no
 * invoice. Invoice data is also part of the application, so it is never removed before the application data.
 */
export function decideRetention(dates: RunDates, periods: RunPeriods, now: number): RetentionStep {
  const { lastSeenAt, orderedAt, paidAt, withdrawnAt } = dates
  if (orderedAt === null) return isOver(lastSeenAt, periods.drafts, now) ? 'remove' : 'keep'
  const fulfilledAt = withdrawnAt ?? paidAt
  if (fulfilledAt === null) return isOver(orderedAt, periods.unpaid, now) ? 'remove' : 'keep'
  if (!isOver(fulfilledAt, periods.fulfilled, now)) return 'keep'
  return paidAt !== null && !isOver(paidAt, periods.invoices, now) ? 'reduce' : 'remove'
}

/** Maximum time by which the corrected time of an event precedes its arrival (see `correctTime`). */
const maxCorrection = weekMs

/** Returns whether nothing received at or after this instant can be due, regardless of the state of its run. */
export function isTooYoung(receivedAt: number, periods: RunPeriods, now: number): boolean {
  const { drafts, unpaid, fulfilled } = periods
  return [drafts, unpaid, fulfilled].every((period) => !isOver(receivedAt - maxCorrection, period, now))
}
