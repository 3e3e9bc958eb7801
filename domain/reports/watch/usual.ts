import { upperTail } from '#domain/reports/deviation/unusual-days.ts'
import { type Compared, fewerEventsTail, moreHitsTail } from './exact-tails.ts'
import {
  type Counts,
  type Per,
  type WatchedSeries,
  hoursPerDay,
  isCount,
  seriesKey,
  slotHours,
} from './series.ts'

const hoursPerWeek = 7 * hoursPerDay

/** Number of weeks before a period with which it is compared, and the minimum. */
const maxWeeks = 8
const minWeeks = 2

/** Minimum number of runs of a period, and of the usual periods together. */
const minRuns = 20
const minUsualRuns = 50

/** Minimum number of messages of a period. They need no usual periods, so that few that all fail are enough. */
export const minMessages = 5

/** Maximum share of deliveries that may fail. They have no usual rate: a receiver that works accepts nearly all. */
const toleratedFailures = 0.1

/**
 * Number of rejected events that count as one. Events of one visitor are rejected together, so they are no independent
 * observations; a run without faults has about this many.
 */
const rejectedTogether = 5

/** A series with sums that make the counts of any period available in constant time. */
export interface Summed extends WatchedSeries {
  /** Text that identifies the series, see `seriesKey`. */
  key: string
  sums: Record<keyof Compared, Counts>
  /** First hours of the public holidays. */
  holidays: readonly number[]
}

/** Returns a function that adds the sums to a series. Series that share an array share its sums. */
export function createSummed(holidays: readonly number[]): (series: WatchedSeries) => Summed {
  const known = new Map<Counts, { own: Counts; usual: Counts }>()
  const sumsOf = (values: Counts, per: Per) => {
    let sums = known.get(values)
    if (!sums) {
      const usual = usualSlots(values, hoursPerWeek / slotHours[per])
      known.set(values, (sums = { own: prefixSums(values), usual: prefixSums(usual) }))
    }
    return sums
  }
  return (series) => {
    const [all, hits] = [sumsOf(series.all, series.per), sumsOf(series.hits, series.per)]
    return {
      ...series,
      key: seriesKey(series),
      sums: { all: all.own, hits: hits.own, usualAll: all.usual, usualHits: hits.usual },
      holidays,
    }
  }
}

function prefixSums(values: Counts): Counts {
  const sums = new Uint32Array(values.length + 1)
  for (let slot = 0; slot < values.length; slot += 1) sums[slot + 1] = sums[slot]! + values[slot]!
  return sums
}

/** Returns for each slot the sum of the same weekday and hour of the weeks before. `week` is the number of slots of one. */
function usualSlots(values: Counts, week: number): Counts {
  const sums = new Uint32Array(values.length)
  for (let slot = week; slot < values.length; slot += 1) {
    const leaves = slot - (maxWeeks + 1) * week
    sums[slot] = sums[slot - week]! + values[slot - week]! - (leaves >= 0 ? values[leaves]! : 0)
  }
  return sums
}

/** Hours from `from` to before `to`. Of a daily series, all days with one of these hours are meant. */
export interface Period {
  from: number
  to: number
}

/** Returns the sum of a period. Hours after the last slot count nothing. */
function sumOf({ per }: Summed, sums: Counts, { from, to }: Period): number {
  const length = slotHours[per]
  const last = sums.length - 1
  return sums[Math.min(last, Math.ceil(to / length))]! - sums[Math.min(last, Math.floor(from / length))]!
}

export function hitsIn(one: Summed, period: Period): number {
  return sumOf(one, one.sums.hits, period)
}

export function allIn(one: Summed, period: Period): number {
  return sumOf(one, one.sums.all, period)
}

export function compare(one: Summed, period: Period): Compared {
  const { sums, subject } = one
  const counts = {
    all: sumOf(one, sums.all, period),
    hits: sumOf(one, sums.hits, period),
    usualAll: sumOf(one, sums.usualAll, period),
    usualHits: sumOf(one, sums.usualHits, period),
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
  return Math.min(maxWeeks, Math.floor(from / hoursPerWeek))
}

/**
 * Returns whether a period is examined. This must not depend on the hits, because the budget of false alarms is divided
 * by the number of examined periods. For counts, it depends on the usual number only.
 */
export function isExamined({ subject }: Summed, period: Period, counts: Compared): boolean {
  if (subject.kind === 'delivery') return counts.all >= minMessages
  const weeks = weeksBefore(period)
  if (weeks < minWeeks) return false
  if (isCount(subject)) return counts.usualHits >= minRuns * weeks
  return counts.all >= minRuns && counts.usualAll >= minUsualRuns
}

/** Returns whether few runs or orders mean nothing, because the period contains hours of a public holiday. */
export function isHoliday({ subject, holidays }: Summed, { from, to }: Period): boolean {
  return isCount(subject) && holidays.some((start) => start < to && start + hoursPerDay > from)
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
  const rate = usualRate(one, period)
  const hits = hitsIn(one, period)
  return Math.max(0, isCount(one.subject) ? rate - hits : hits - rate * allIn(one, period))
}
