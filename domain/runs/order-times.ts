import { hourMs, dayMs, minuteMs } from '#domain/time/durations.ts'
import type { RunState } from './run-state.ts'

/** Upper limits of the ranges into which the times until an order are divided, in ms. The last range has no limit. */
export const orderTimeLimits = [
  5 * minuteMs,
  15 * minuteMs,
  hourMs,
  6 * hourMs,
  dayMs,
  3 * dayMs,
  7 * dayMs,
] as const

/** Returns the number of the range in which a time lies, from 0. */
export function orderTimeRange(ms: number): number {
  const range = orderTimeLimits.findIndex((limit) => ms < limit)
  return range === -1 ? orderTimeLimits.length : range
}

/** Returns the time from the start to the order, in ms. Undefined without an order, and if the start is unknown. */
export function timeSinceStart({ origin, order }: RunState): number | undefined {
  return order && origin.kind === 'start' ? Math.max(0, order.at - origin.at) : undefined
}
