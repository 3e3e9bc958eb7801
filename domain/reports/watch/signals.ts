import { type Per, hoursPerDay, isCount, slotHours } from './series.ts'
import { type Period, type Summed, compare, hitsIn, isExamined, isHoliday, tailOf } from './usual.ts'

/**
 * Expected number of false alarms per month over everything that is watched, if all rates are at most at the tolerance.
 * The requirement is one. Half of it is kept for what the exact tails do not cover: rates that change by more than the
 * tolerance when a campaign begins.
 */
const monthlyBudget = 0.5
const daysPerMonth = 30.44

/** Lengths in hours of the periods that end with each slot. Slower changes are no sudden faults. */
const periodLengths = { hour: [1, 3, 8, 24, 72], day: [24, 72] } as const

/** With fewer hits, no period can be unusual enough; they are not computed. */
const minHits = 4

/** Odds of a hit up to this factor, and counts down to this share, are no fault: campaigns that begin and end cause them. */
const tolerance = { odds: 1.25, share: 0.4 }

export interface Signal {
  series: Summed
  period: Period
  probability: number
}

/** The probability below which a period is a signal, by the last hour of the period. */
export type Levels = Record<Per, Float64Array>

/**
 * Returns the levels of all hours. The budget of a month is divided equally among its hours (for hourly series) and among
 * its days (for daily ones), half each, and the share of an hour among all periods that are examined in it. By the union
 * bound, the expected number of false signals in a month is at most the budget, however the examined periods overlap and
 * depend on each other, and although the series are looked at again every hour. Which periods are examined follows from
 * the numbers of runs, not from the hits, so the levels do not depend on what they decide.
 */
export function levelsOf(all: readonly Summed[], hours: Period): Levels {
  const levelOf = (per: Per, budget: number) => {
    const examined = new Float64Array(Math.max(0, hours.to))
    // Series of the same runs are examined at the same times.
    const alike = Map.groupBy(
      all.filter((series) => series.per === per),
      ({ subject, sums }) => (isCount(subject) ? sums.hits : sums.all),
    )
    for (let hour = hours.from; hour < hours.to; hour += 1) {
      const periods = periodsEnding(hour, per)
      if (periods.length === 0) continue
      for (const series of alike.values())
        for (const period of periods) if (isWatched(series[0]!, period)) examined[hour]! += series.length
    }
    return examined.map((count) => budget / Math.max(1, count))
  }
  const daily = monthlyBudget / 2 / daysPerMonth
  return { hour: levelOf('hour', daily / hoursPerDay), day: levelOf('day', daily) }
}

/** Returns the most unusual period of a series that ends with an hour and begins at `notBefore` or later. */
export function signalAt(
  series: Summed,
  hour: number,
  { levels, notBefore }: { levels: Levels; notBefore: number },
): Signal | undefined {
  const { subject, per } = series
  const length = slotHours[per]
  if ((hour + 1) % length !== 0) return undefined
  // Without a new hit, a period is not more unusual than the one that an earlier slot has ended.
  if (!isCount(subject) && hitsIn(series, { from: hour + 1 - length, to: hour + 1 }) === 0) return undefined
  let found: Signal | undefined
  for (const period of periodsEnding(hour, per)) {
    if (period.from < notBefore) continue
    const counts = compare(series, period)
    if (!isCount(subject) && counts.hits < minHits) continue
    if (!isWatched(series, period, counts)) continue
    const probability = tailOf(series, period, counts, tolerance)
    if (probability < levels[per][hour]! && (!found || probability < found.probability))
      found = { series, period, probability }
  }
  return found
}

function isWatched(series: Summed, period: Period, counts = compare(series, period)): boolean {
  return isExamined(series, period, counts) && !isHoliday(series, period)
}

function periodsEnding(hour: number, per: Per): Period[] {
  if ((hour + 1) % slotHours[per] !== 0) return []
  const to = hour + 1
  return periodLengths[per].map((length) => ({ from: to - length, to })).filter(({ from }) => from >= 0)
}
