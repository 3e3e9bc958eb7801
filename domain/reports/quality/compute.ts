import { type DayRange, daysOf } from '#domain/reports/day-range.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { QualityReport } from './shape.ts'

type Tracking = QualityReport['tracking']
type Loss = Tracking['days'][number]

interface TrackedOrders {
  funnel: string
  day: string
  /**
   * Measures of the form `tracking:<browser>:<missing>` (see domain/runs/run-measures.ts). Other measures are ignored.
   */
  measures: readonly { measure: string; runs: number }[]
}

interface Counter {
  day: string
  name: string
  count: number
}

/** Input of the report. `tracked` contains measures of runs, grouped by funnel and day; `key` is the day. */
interface QualityData {
  tracked: {
    asOfPosition: number
    groups: readonly (Omit<TrackedOrders, 'day'> & { key: string })[]
  }
  counters: readonly Counter[]
  rejections: readonly (Omit<QualityReport['rejections'][number], 'lastAt'> & { lastAt: number })[]
  exclusions: readonly { by: keyof QualityReport['excludedRuns']; runs: number }[]
}

/**
 * Returns the data quality report for a range of days. It shows how many of the events received on these days were
 * stored, rejected or duplicates. It also shows how many tracking events were lost before orders, for runs that started
 * on these days. `stepsOf` returns the number of steps of a funnel.
 */
export function qualityReport(
  { from, to }: DayRange,
  stepsOf: (funnel: string) => number,
  { tracked, counters, rejections, exclusions }: QualityData,
): QualityReport {
  const days = daysOf({ from, to })
  const byDay = Map.groupBy(counters, ({ day }) => day)
  const orders = tracked.groups.map(({ key, ...group }) => ({ day: key, ...group }))
  return {
    from,
    to,
    timezone: 'Europe/Berlin',
    asOfPosition: tracked.asOfPosition,
    totals: waterfall(counters),
    days: days.map((day) => ({ day, ...waterfall(byDay.get(day) ?? []) })),
    tracking: trackingReport(days, stepsOf, orders),
    excludedRuns: {
      operator: 0,
      service: 0,
      ...Object.fromEntries(exclusions.map(({ by, runs }) => [by, runs])),
    },
    rejections: rejections.map(({ lastAt, ...reason }) => ({
      ...reason,
      lastAt: new Date(lastAt).toISOString(),
    })),
  }
}

function waterfall(counters: readonly Counter[]): QualityReport['totals'] {
  const of = (name: string) =>
    counters.filter((one) => one.name === name).reduce((sum, { count }) => sum + count, 0)
  const [received, duplicates, rejected, robots] = [
    of('received'),
    of('duplicate'),
    of('rejected'),
    of('robot'),
  ]
  const stored = received - duplicates - rejected
  const replayed = of('replayed')
  return { received, duplicates, rejected, stored, replayed, robots, counted: stored - robots }
}

interface Orders {
  day: string
  browser: string
  orders: number
  expected: number
  missing: number
}

/**
 * Returns how many events of ordered runs never arrived: in total, by browser and by day. Before each order, a start
 * and one event for every step except the last are expected. The last step is the order itself.
 */
export function trackingReport(
  days: readonly string[],
  stepsOf: (funnel: string) => number,
  counted: readonly TrackedOrders[],
): Tracking {
  const all = counted.flatMap(({ funnel, day, measures }) =>
    measures.flatMap((one) => readOrders({ day, expected: stepsOf(funnel) }, one)),
  )
  const browsers = [...Map.groupBy(all, ({ browser }) => browser)].map(([browser, orders]) => ({
    browser,
    ...lossOf(orders),
  }))
  return {
    ...lossOf(all),
    browsers: browsers.toSorted((a, b) => b.orders - a.orders || compareText(a.browser, b.browser)),
    days: days.map((day) => ({ day, ...lossOf(all.filter((orders) => orders.day === day)) })),
  }
}

function readOrders(
  { day, expected }: { day: string; expected: number },
  { measure, runs }: { measure: string; runs: number },
): Orders[] {
  // The browser name is matched greedily, because it may contain colons.
  const read = /^tracking:(.*):(\d+)$/su.exec(measure)
  if (!read) return []
  const [, browser, missing] = read
  return [
    { day, browser: browser!, orders: runs, expected: expected * runs, missing: Number(missing) * runs },
  ]
}

function lossOf(orders: readonly Orders[]): Omit<Loss, 'day'> {
  const sum = (name: 'orders' | 'expected' | 'missing') => orders.reduce((total, one) => total + one[name], 0)
  const [expected, missing] = [sum('expected'), sum('missing')]
  return { orders: sum('orders'), expected, missing, lossRate: rate(missing, expected) }
}
