import { type CountedRuns, figuresOf, readCounts } from '#domain/reports/counted-runs.ts'
import { hoursOf } from '#domain/reports/day-hours.ts'
import type { DayOf } from '#domain/reports/day-of.ts'
import { type DayRange, daysOf } from '#domain/reports/day-range.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import type { Per } from '#domain/reports/parameters.ts'
import { rate } from '#domain/reports/rows.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { type DailyFacts, type OrderSales, noOrders, ordersWith, withPlaced } from './placed-orders.ts'
import type { OverviewReport } from './shape.ts'

type Compared = OverviewReport['totals']
type Sales = Omit<Compared['days'][number], 'day'>

interface About extends DayRange {
  dayOf: DayOf
  before: DayRange
  asOfPosition: number
}

interface Counted {
  /** Funnel types in display order. */
  funnels: readonly string[]
  /** Measures by funnel and day or, if `per` is `hour`, by funnel and pair of day and hour. */
  groups: readonly (CountedGroup & { funnel: string })[]
  /** Facts of the kind `hour` if `per` is `hour`, otherwise of the kind `order`. */
  facts: DailyFacts
  per: Per
}

/** Sales by day or by pair of day and hour. */
interface SalesOf {
  at: (key: string) => Sales
  /** Orders of an hour whose runs started on the same day. */
  sameDay: (key: string) => OrderSales
}

/** Returns the figures of all funnels for the range and for the period `before` that it is compared with. */
export function overviewReport(about: About, { funnels, groups, facts, per }: Counted): OverviewReport {
  const placed = ordersWith(per === 'hour' ? 'placed' : 'completed', facts)
  const sameDay = ordersWith('sameDay', facts)
  const salesOf = (funnel: string) => {
    const ofFunnel = groups.filter((group) => group.funnel === funnel)
    const started = new Map(ofFunnel.map(({ key, measures }) => [key, salesIn(readCounts(measures))]))
    return about.dayOf === 'order' ? withPlaced(started, placed.get(funnel) ?? new Map()) : started
  }
  const byFunnel = new Map(funnels.map((funnel) => [funnel, salesOf(funnel)]))
  const compared = (some: readonly string[]) =>
    compare(about, per, {
      at: (key) => sumOf(some.flatMap((funnel) => byFunnel.get(funnel)!.get(key) ?? [])),
      sameDay: (key) => sumOrders(some.flatMap((funnel) => sameDay.get(funnel)?.get(key) ?? [])),
    })
  return {
    ...about,
    timezone: 'Europe/Berlin',
    funnels: funnels.map((funnel) => ({ funnel, ...compared([funnel]) })),
    totals: compared(funnels),
  }
}

function compare(about: About, per: Per, { at, sameDay }: SalesOf): Compared {
  const hours = (range: DayRange) =>
    hoursOf(range).map((one) => {
      const key = pairOf(one.day, one.hour)
      return { ...one, ...at(key), sameDay: sameDay(key) }
    })
  const [now, before] = per === 'hour' ? [hours(about), hours(about.before)] : []
  const days = (range: DayRange, byHour: readonly (Sales & { day: string })[] | undefined) =>
    daysOf(range).map((day) => ({
      day,
      ...(byHour ? sumOf(byHour.filter((one) => one.day === day)) : at(day)),
    }))
  const [ofRange, ofBefore] = [days(about, now), days(about.before, before)]
  return {
    ...total(ofRange),
    before: total(ofBefore),
    days: ofRange,
    daysBefore: ofBefore,
    ...(now && before && { hours: now, hoursBefore: before }),
  }
}

function salesIn(counts: CountedRuns): Sales {
  const { conversionRate: _, ...sales } = figuresOf(counts)
  return { ...sales, completed: sales.orders }
}

function total(parts: readonly Sales[]) {
  const sums = sumOf(parts)
  return { ...sums, conversionRate: rate(sums.completed, sums.runs) }
}

function sumOf(parts: readonly Sales[]): Sales {
  const sum = (name: 'runs' | 'completed') => parts.reduce((all, part) => all + part[name], 0)
  return { runs: sum('runs'), ...sumOrders(parts), completed: sum('completed') }
}

function sumOrders(parts: readonly OrderSales[]): OrderSales {
  return parts.reduce(
    (sum, { orders, revenueCents, netRevenueCents }) => ({
      orders: sum.orders + orders,
      revenueCents: sum.revenueCents + revenueCents,
      netRevenueCents: sum.netRevenueCents + netRevenueCents,
    }),
    noOrders,
  )
}
