import { type CountedRuns, type MeasureCount, readCounts } from '#domain/reports/counted-runs.ts'
import { type DayRange, daysBetween, daysOf, mondayOf, shiftDay } from '#domain/reports/day-range.ts'
import { rate } from '#domain/reports/rows.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'
import { type Cohort, type CohortsReport, type Ripened, cohortAges } from './shape.ts'

type About = Pick<CohortsReport, 'from' | 'to' | 'funnel' | 'today' | 'asOfPosition'>

/** Orders that were placed and paid in the same hours, of runs that started on the same day. */
interface TimedOrders {
  day: string
  /** Hours since the epoch; null if the orders are not paid. */
  orderedHour: number
  paidHour: number | null
  orders: number
  netOrders: number
}

interface Counted {
  /** Measures by the day of the start. A day may occur several times. */
  groups: readonly { key: string; measures: readonly MeasureCount[] }[]
  times: readonly TimedOrders[]
}

/** Returns the report by week of the start. */
export function cohortsReport(about: About, { groups, times }: Counted): CohortsReport {
  const days = Map.groupBy(groups, ({ key }) => key)
  const timed = Map.groupBy(times.map(agesOf), ({ day }) => day)
  const rows = weeksOf(about).map(({ week, ...range }) => {
    const ofWeek = daysOf(range)
    const counts = ofWeek.flatMap((day) => (days.get(day) ?? []).map(({ measures }) => readCounts(measures)))
    const orders = ofWeek.flatMap((day) => timed.get(day) ?? [])
    return {
      week,
      ...range,
      ...sumOf(counts),
      cells: cellsOf({ ...range, today: about.today }, counts, orders),
    }
  })
  return { ...about, timezone: 'Europe/Berlin', rows, totals: totalsOf(rows) }
}

/** Returns the weeks with a day in the range, each with its days in the range. */
function weeksOf({ from, to }: DayRange): (DayRange & { week: string })[] {
  const weeks = Map.groupBy(daysOf({ from, to }), mondayOf)
  return [...weeks].map(([week, days]) => ({ week, from: days[0]!, to: days.at(-1)! }))
}

interface AgedOrders extends Pick<TimedOrders, 'day' | 'orders' | 'netOrders'> {
  /** Days from the day of the start to those of the order and of the payment. */
  orderedAfter: number
  paidAfter: number
}

/** The clocks of a client can place the order before the start, and the payment before the order. */
function agesOf({ day, orderedHour, paidHour, orders, netOrders }: TimedOrders): AgedOrders {
  const orderedAfter = Math.max(0, daysBetween(day, berlinDay(orderedHour * hourMs)))
  const paidAfter =
    paidHour === null ? Infinity : Math.max(orderedAfter, daysBetween(day, berlinDay(paidHour * hourMs)))
  return { day, orders, netOrders, orderedAfter, paidAfter }
}

function sumOf(
  counts: readonly CountedRuns[],
): Pick<Cohort, 'runs' | 'ordered' | 'revenueCents' | 'netRevenueCents'> {
  const sum = (name: 'runs' | 'completed' | 'revenueCents' | 'netRevenueCents') =>
    counts.reduce((total, one) => total + one[name], 0)
  return {
    runs: sum('runs'),
    ordered: sum('completed'),
    revenueCents: sum('revenueCents'),
    netRevenueCents: sum('netRevenueCents'),
  }
}

function cellsOf(
  { to, today }: { to: string; today: string },
  counts: readonly CountedRuns[],
  orders: readonly AgedOrders[],
): Cohort['cells'] {
  const runs = counts.reduce((sum, one) => sum + one.runs, 0)
  const sum = (name: 'orders' | 'netOrders', isIn: (one: AgedOrders) => boolean) =>
    orders.reduce((total, one) => (isIn(one) ? total + one[name] : total), 0)
  return cohortAges.map((days) => {
    // The runs of the last day must have had the whole last day of the cell.
    if (shiftDay(to, days) >= today) return null
    return withRates(days, runs, {
      orderedBy: sum('orders', ({ orderedAfter }) => orderedAfter <= days),
      paidBy: sum('orders', ({ paidAfter }) => paidAfter <= days),
      keptBy: sum('netOrders', ({ paidAfter }) => paidAfter <= days),
    })
  })
}

function withRates(
  days: number,
  runs: number,
  counts: Pick<Ripened, 'orderedBy' | 'paidBy' | 'keptBy'>,
): Ripened {
  const { orderedBy, paidBy, keptBy } = counts
  return {
    days,
    orderedBy,
    orderedByRate: rate(orderedBy, runs),
    paidBy,
    paidByRate: rate(paidBy, runs),
    keptBy,
    keptByRate: rate(keptBy, runs),
  }
}

function totalsOf(rows: readonly Cohort[]): CohortsReport['totals'] {
  return cohortAges.map((days, index) => {
    const complete = rows.flatMap(({ runs, cells }) => (cells[index] ? [{ runs, cell: cells[index] }] : []))
    const runs = complete.reduce((sum, one) => sum + one.runs, 0)
    const sum = (name: 'orderedBy' | 'paidBy' | 'keptBy') =>
      complete.reduce((total, { cell }) => total + cell[name], 0)
    const counts = { orderedBy: sum('orderedBy'), paidBy: sum('paidBy'), keptBy: sum('keptBy') }
    return { weeks: complete.length, runs, ...withRates(days, runs, counts) }
  })
}
