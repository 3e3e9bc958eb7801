import type { OrderTimesQuery, TimedOrders } from '#db/ports/report-store.ts'
import { hourMs } from '#domain/time/durations.ts'
import { isSelected } from './merge-counts.ts'
import type { PastRun } from './resumed-runs.ts'

/** Returns the orders that runs had at the past position, one group for each. Runs that reports do not count have none. */
export function pastOrderTimes(runs: readonly PastRun[], query: OrderTimesQuery): TimedOrders[] {
  return runs.flatMap((run): TimedOrders[] => {
    const { order, paidAt, measures, funnel, day } = run
    if (!order || measures.length === 0 || !isSelected(run, query)) return []
    const { at, priceCents, netCents } = order
    return [
      {
        funnel,
        day,
        orderedHour: Math.floor(at / hourMs),
        paidHour: paidAt === null ? null : Math.floor(paidAt / hourMs),
        orders: 1,
        revenueCents: priceCents,
        netOrders: netCents > 0 ? 1 : 0,
        netRevenueCents: netCents,
      },
    ]
  })
}
