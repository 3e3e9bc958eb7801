import type { Store } from '#db/store.ts'
import { startOfDay } from '#domain/berlin-time.ts'
import { dayAfter, daysOf } from '#domain/reports/day-range.ts'
import { funnelByType, funnels } from '#domain/funnels/index.ts'
import { trackingReport } from '#domain/reports/tracking.ts'
import type { QualityReport } from '#domain/reports/quality-shapes.ts'

/** Reasons that are told at most. */
const mostReasons = 200

/**
 * Reads what became of the events received on these Berlin days, both inclusive, and of the tracking before the orders
 * of runs that started on them.
 */
export async function readQuality(
  store: Pick<Store, 'log' | 'reports'>,
  from: string,
  to: string,
): Promise<QualityReport> {
  const types = funnels.map(({ type }) => type)
  const [tracked, counters, rejections] = await Promise.all([
    store.reports.counts({ funnels: types, from, to, segment: {}, by: 'day', kinds: ['tracking'] }),
    store.log.counters(from, to),
    store.log.rejections(startOfDay(from), startOfDay(dayAfter(to)), mostReasons),
  ])
  const days = daysOf({ from, to })
  const byDay = Map.groupBy(counters, ({ day }) => day)
  return {
    from,
    to,
    timezone: 'Europe/Berlin',
    asOfPosition: tracked.asOfPosition,
    totals: waterfall(counters),
    days: days.map((day) => ({ day, ...waterfall(byDay.get(day) ?? []) })),
    tracking: trackingReport(
      days,
      (funnel) => funnelByType(funnel)!.steps.length,
      tracked.groups.map(({ key, ...group }) => ({ day: key, ...group })),
    ),
    rejections: rejections.map(({ lastAt, ...reason }) => ({
      ...reason,
      lastAt: new Date(lastAt).toISOString(),
    })),
  }
}

function waterfall(counters: readonly { name: string; count: number }[]): QualityReport['totals'] {
  const of = (name: string) =>
    counters.filter((one) => one.name === name).reduce((sum, { count }) => sum + count, 0)
  const [received, duplicates, rejected, robots] = [
    of('received'),
    of('duplicate'),
    of('rejected'),
    of('robot'),
  ]
  const stored = received - duplicates - rejected
  return { received, duplicates, rejected, stored, robots, counted: stored - robots }
}
