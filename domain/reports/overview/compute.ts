import { type CountedRuns, figuresOf, readCounts } from '#domain/reports/counted-runs.ts'
import { type DayRange, daysOf } from '#domain/reports/day-range.ts'
import { rate } from '#domain/reports/rows.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import type { OverviewReport } from './shape.ts'

type Compared = OverviewReport['totals']
type Daily = Compared['days'][number]

interface About extends DayRange {
  before: DayRange
  asOfPosition: number
}

/**
 * Returns the figures of all funnels for the range and for the period `before` that it is compared with. `groups` contains measures by funnel
 * and day, and `funnels` the funnel types in display order.
 */
export function overviewReport(
  about: About,
  funnels: readonly string[],
  groups: readonly (CountedGroup & { funnel: string })[],
): OverviewReport {
  const ranges = { days: daysOf(about), daysBefore: daysOf(about.before) }
  const byFunnel = funnels.map((funnel) => {
    const byDay = new Map(
      groups
        .filter((group) => group.funnel === funnel)
        .map(({ key, measures }) => [key, readCounts(measures)]),
    )
    return { funnel, ...compare(ranges, (day) => dailyOf(day, byDay.get(day))) }
  })
  const totals = compare(ranges, (day, index, days) => ({
    day,
    ...sumsOf(byFunnel.map((funnel) => funnel[days][index]!)),
  }))
  return { ...about, timezone: 'Europe/Berlin', funnels: byFunnel, totals }
}

function compare(
  ranges: Record<'days' | 'daysBefore', readonly string[]>,
  of: (day: string, index: number, days: 'days' | 'daysBefore') => Daily,
): Compared {
  const days = ranges.days.map((day, index) => of(day, index, 'days'))
  const daysBefore = ranges.daysBefore.map((day, index) => of(day, index, 'daysBefore'))
  return { ...total(days), before: total(daysBefore), days, daysBefore }
}

function dailyOf(day: string, counts: CountedRuns = readCounts([])): Daily {
  const { conversionRate: _, ...figures } = figuresOf(counts)
  return { day, ...figures }
}

function total(parts: readonly Daily[]) {
  const sums = sumsOf(parts)
  return { ...sums, conversionRate: rate(sums.orders, sums.runs) }
}

function sumsOf(parts: readonly Daily[]) {
  const sum = (name: Exclude<keyof Daily, 'day'>) => parts.reduce((all, part) => all + part[name], 0)
  return {
    runs: sum('runs'),
    orders: sum('orders'),
    revenueCents: sum('revenueCents'),
    netRevenueCents: sum('netRevenueCents'),
  }
}
