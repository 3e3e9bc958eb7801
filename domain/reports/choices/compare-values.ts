import { normalTail } from '#domain/reports/deviation/false-discoveries.ts'
import { type Estimate, type Stratum, riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import { compareText } from '#domain/reports/rows.ts'
import type { ComparableRuns, ValueCounts } from './counted-values.ts'

export interface ComparedValue extends ValueCounts {
  value: string
  /** Share of comparable runs with another value that left; null if there is no estimate. */
  othersLeftRate: number | null
  /** By how much this share is higher with the value, and how many orders were therefore probably lost. */
  excess: { rate: Estimate; orders: Estimate } | null
  /** Probability that the value seems to lose so many more by chance; null if there is no estimate. */
  probability: number | null
  excessOrdersByDay: number[]
}

/**
 * Compares the runs with each value of a field with comparable runs with another value. There is no estimate for the
 * value `uncompared`. Returns nothing if only one value occurs.
 */
export function compareValues(
  groups: readonly ComparableRuns[],
  { days, uncompared }: { days: readonly string[]; uncompared: string | undefined },
): ComparedValue[] {
  const values = [...new Set(groups.flatMap((group) => [...group.values.keys()]))].toSorted(compareText)
  if (values.length < 2) return []
  return values.map((value) => {
    const counts = sumOf(groups.flatMap((group) => group.values.get(value) ?? []))
    if (value === uncompared) return { value, ...counts, ...notEstimated }
    const strata = groups.map((group) => ({ day: group.day, ...stratumOf(group, value) }))
    const estimated = estimate(strata, counts)
    if (!estimated) return { value, ...counts, ...notEstimated }
    return { value, ...counts, ...estimated, excessOrdersByDay: byDay(strata, days) }
  })
}

const notEstimated = {
  othersLeftRate: null,
  excess: null,
  probability: null,
  excessOrdersByDay: [],
}

function sumOf(counts: readonly ValueCounts[]): ValueCounts {
  const sum = { runs: 0, left: 0, ordered: 0 }
  for (const { runs, left, ordered } of counts) {
    sum.runs += runs
    sum.left += left
    sum.ordered += ordered
  }
  return sum
}

function stratumOf({ values }: ComparableRuns, value: string): Stratum {
  const stratum = { exposed: 0, exposedLost: 0, others: 0, othersLost: 0 }
  for (const [one, { left, ordered }] of values)
    if (one === value) {
      stratum.exposed += left + ordered
      stratum.exposedLost += left
    } else {
      stratum.others += left + ordered
      stratum.othersLost += left
    }
  return stratum
}

function estimate(strata: readonly Stratum[], { left, ordered }: ValueCounts) {
  const compared = riskDifference(strata)
  if (!compared) return undefined
  const { difference, deviation, othersRate } = compared
  return {
    othersLeftRate: othersRate,
    excess: { rate: difference, orders: scale(difference, left + ordered) },
    // Without a deviation, all runs ended alike.
    probability: deviation === 0 ? 1 : normalTail(difference.value / deviation),
  }
}

/** Returns for each day how many more of the runs left than if as many had left as of the others of that day. */
function byDay(strata: readonly (Stratum & { day: string })[], days: readonly string[]): number[] {
  const lost = new Map<string, number>()
  for (const { day, exposed, exposedLost, others, othersLost } of strata)
    if (others > 0) lost.set(day, (lost.get(day) ?? 0) + exposedLost - (exposed * othersLost) / others)
  return days.map((day) => lost.get(day) ?? 0)
}

export function scale({ value, low, high }: Estimate, by: number): Estimate {
  return { value: value * by, low: low * by, high: high * by }
}
