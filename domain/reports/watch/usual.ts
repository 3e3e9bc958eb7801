import { upperTail } from '#domain/reports/deviation/unusual-days.ts'
import { type Compared, fewerEventsTail, moreHitsTail } from './exact-tails.ts'
import { type WatchedSeries, isCount, slotsPerWeek } from './series.ts'

/** Number of weeks before a period with which it is compared, and the minimum. */
const maxWeeks = 8
const minWeeks = 2

/** Minimum number of runs of a period, and of the usual periods together. */
const minRuns = 20
const minUsualRuns = 50

/** Maximum share of deliveries that may fail. They have no usual rate: a receiver that works accepts nearly all. */
const toleratedFailures = 0.1

/**
 * Number of rejected events that count as one. Events of one visitor are rejected together, so they are no independent
 * observations; a run without faults has about this many.
 */
const rejectedTogether = 5

/** A series with sums that make the counts of any period available in constant time. */
export interface Summed extends WatchedSeries {
  sums: Record<keyof Compared, Float64Array>
}

export function summed(series: WatchedSeries): Summed {
  const { all, hits } = series
  return {
    ...series,
    sums: {
      all: prefixSums(all),
      hits: prefixSums(hits),
      usualAll: prefixSums(usualSlots(all)),
      usualHits: prefixSums(usualSlots(hits)),
    },
  }
}

function prefixSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index += 1) sums[index + 1] = sums[index]! + values[index]!
  return sums
}

/** Returns for each slot the sum of the same weekday and hour of the weeks before. */
function usualSlots(values: Float64Array): Float64Array {
  return values.map((_, slot) => {
    let sum = 0
    for (let week = 1; week <= maxWeeks && slot >= week * slotsPerWeek; week += 1)
      sum += values[slot - week * slotsPerWeek]!
    return sum
  })
}

/** Slots from `from` to before `to`. */
export interface Period {
  from: number
  to: number
}

export function compare({ sums, subject }: Summed, { from, to }: Period): Compared {
  const of = (values: Float64Array) => values[to]! - values[from]!
  const counts = {
    all: of(sums.all),
    hits: of(sums.hits),
    usualAll: of(sums.usualAll),
    usualHits: of(sums.usualHits),
  }
  if (subject.kind !== 'rejected') return counts
  return {
    all: Math.ceil(counts.all / rejectedTogether),
    hits: Math.floor(counts.hits / rejectedTogether),
    usualAll: Math.ceil(counts.usualAll / rejectedTogether),
    usualHits: Math.ceil(counts.usualHits / rejectedTogether),
  }
}

export function weeksBefore({ from }: Period): number {
  return Math.min(maxWeeks, Math.floor(from / slotsPerWeek))
}

/**
 * Returns whether a period is examined. This must not depend on the hits, because the budget of false alarms is divided
 * by the number of examined periods. For counts, it depends on the usual number only.
 */
export function isExamined({ subject }: Summed, period: Period, counts: Compared): boolean {
  if (subject.kind === 'delivery') return counts.all >= minRuns
  const weeks = weeksBefore(period)
  if (weeks < minWeeks) return false
  if (isCount(subject)) return counts.usualHits >= minRuns * weeks
  return counts.all >= minRuns && counts.usualAll >= minUsualRuns
}

/** By how much the odds of a hit may exceed the usual ones, or a count fall below it, before it is a fault. */
export interface Tolerance {
  odds: number
  share: number
}

/**
 * Returns the probability of as many hits, or as few events, if the odds or the expected number are at the tolerance.
 * Returns 1 without computing it if the period is not worse than that.
 */
export function tailOf(
  { subject }: Summed,
  period: Period,
  counts: Compared,
  { odds, share }: Tolerance,
): number {
  const { all, hits, usualAll, usualHits } = counts
  if (isCount(subject)) {
    const weeks = weeksBefore(period)
    if (hits * weeks >= share * usualHits) return 1
    return fewerEventsTail({ count: hits, usual: usualHits, weeks }, share)
  }
  if (subject.kind === 'delivery')
    return hits <= toleratedFailures * all ? 1 : upperTail({ all, lost: hits }, toleratedFailures)
  if (hits * (usualAll - usualHits) <= odds * usualHits * (all - hits)) return 1
  return moreHitsTail(counts, odds)
}

/** Returns the usual rate of hits, or for counts the usual number, with half a hit more so that it is never 0. */
export function usualRate(one: Summed, period: Period): number {
  const { usualAll, usualHits } = compare(one, period)
  if (one.subject.kind === 'delivery') return toleratedFailures
  if (isCount(one.subject)) return (usualHits + 0.5) / Math.max(1, weeksBefore(period))
  return (usualHits + 0.5) / (usualAll + 1)
}

/** Returns by how many the hits exceed, or the count falls below, the usual ones; at least 0. */
export function excessOf(one: Summed, period: Period): number {
  const [all, hits] = [sumOf(one.all, period), sumOf(one.hits, period)]
  const rate = usualRate(one, period)
  return Math.max(0, isCount(one.subject) ? rate - hits : hits - rate * all)
}

export function sumOf(values: Float64Array, { from, to }: Period): number {
  let sum = 0
  for (let slot = from; slot < to; slot += 1) sum += values[slot] ?? 0
  return sum
}
