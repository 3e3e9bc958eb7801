import { riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import { type DayRange, daysOf, shiftDay } from '#domain/reports/day-range.ts'
import { rate } from '#domain/reports/rows.ts'
import type { Annotation } from './shape.ts'

/** Runs and orders of a funnel that count on a day. */
export interface DailyCounts {
  funnel: string
  day: string
  runs: number
  orders: number
}

/** Number of days before and after a day that are compared. It covers each weekday once. */
export const comparedDays = 7

/** Minimum number of runs on each side for a difference. */
const minRuns = 20

/**
 * Compares the conversion rate of the days after `day` with that of the same weekdays before it. The day itself belongs
 * to neither side. Days from `today` on are not over and left out. Returns null if no day after it is over.
 */
export function effectOn(
  day: string,
  counts: readonly DailyCounts[],
  { today, funnel }: { today: string; funnel: string | null },
): Annotation['effect'] {
  const after = daysOf(dayRange(day, 1, comparedDays)).filter((one) => one < today)
  if (after.length === 0) return null
  const weekdays = new Set(after.map(weekdayOf))
  const before = daysOf(dayRange(day, -comparedDays, -1)).filter((one) => weekdays.has(weekdayOf(one)))
  const counted = counts.filter((one) => funnel === null || one.funnel === funnel)
  const sides = { before: sumOf(counted, before), after: sumOf(counted, after) }
  const enough = Math.min(sides.before.runs, sides.after.runs) >= minRuns
  return {
    days: after.length,
    ...sides,
    difference: enough ? differenceOf(counted, { before, after }) : null,
  }
}

/** Compares within weekdays and funnels, so that a different mix of them is not taken for a change. */
function differenceOf(
  counts: readonly DailyCounts[],
  { before, after }: Record<'before' | 'after', string[]>,
) {
  const strata = new Map<
    string,
    { exposed: number; exposedLost: number; others: number; othersLost: number }
  >()
  for (const { funnel, day, runs, orders } of counts) {
    const isAfter = after.includes(day)
    if (!isAfter && !before.includes(day)) continue
    const key = `${funnel} ${weekdayOf(day)}`
    const stratum = strata.get(key) ?? { exposed: 0, exposedLost: 0, others: 0, othersLost: 0 }
    if (isAfter)
      Object.assign(stratum, { exposed: stratum.exposed + runs, exposedLost: stratum.exposedLost + orders })
    else Object.assign(stratum, { others: stratum.others + runs, othersLost: stratum.othersLost + orders })
    strata.set(key, stratum)
  }
  return riskDifference([...strata.values()])?.difference ?? null
}

function sumOf(counts: readonly DailyCounts[], days: readonly string[]) {
  const found = counts.filter(({ day }) => days.includes(day))
  const [runs, orders] = [sum(found.map((one) => one.runs)), sum(found.map((one) => one.orders))]
  return { from: days[0]!, to: days.at(-1)!, runs, orders, conversionRate: rate(orders, runs) }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const weekdayOf = (day: string) => new Date(day).getUTCDay()

function dayRange(day: string, first: number, last: number): DayRange {
  return { from: shiftDay(day, first), to: shiftDay(day, last) }
}
