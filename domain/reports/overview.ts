import { type CountedRuns, figuresOf, readCounts } from './counted-runs.ts'
import { type DayRange, daysOf } from './day-range.ts'
import { rate } from './rows.ts'
import type { CountedGroup } from './drop-off.ts'
import type { OverviewReport } from './overview-shapes.ts'

type Compared = OverviewReport['totals']
type Daily = Compared['days'][number]

interface About extends DayRange {
  before: DayRange
  asOfPosition: number
}

/**
 * All funnels against the period before, from measures by funnel and day, of both periods together.
 * `funnels` are the types in the order in which they are shown.
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
  const sum = (name: 'runs' | 'orders' | 'revenueCents') => parts.reduce((all, part) => all + part[name], 0)
  return { runs: sum('runs'), orders: sum('orders'), revenueCents: sum('revenueCents') }
}
