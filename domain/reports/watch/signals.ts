import { isCount, slotsPerDay } from './series.ts'
import { type Period, type Summed, compare, isExamined, tailOf } from './usual.ts'

/**
 * Expected number of false alarms per month over everything that is watched, if all rates are at most at the tolerance.
 * The requirement is one. Half of it is kept for what the exact tails do not cover: rates that change by more than the
 * tolerance when a campaign begins.
 */
const monthlyBudget = 0.5
const daysPerMonth = 30.44

/** Lengths in slots of the periods that end with each slot. Slower changes are no sudden faults. */
const periodLengths = { hour: [1, 3, 8, 24, 72], day: [24, 72] } as const

/** With fewer hits, no period can be unusual enough; they are not computed. */
const minHits = 4

/** Odds of a hit up to this factor, and counts down to this share, are no fault: campaigns that begin and end cause them. */
const tolerance = { odds: 1.5, share: 0.4 }

export interface Signal {
  series: Summed
  period: Period
  probability: number
}

/** The probability below which a period is a signal, by the last slot of the period. */
export type Levels = Record<'hour' | 'day', Float64Array>

/**
 * Returns the levels of all slots. The budget of a month is divided equally among its hours (for hourly series) and among
 * its days (for daily ones), half each, and the share of an hour among all periods that are examined in it. By the union
 * bound, the expected number of false signals in a month is at most the budget, however the examined periods overlap and
 * depend on each other, and although the series are looked at again every hour. Which periods are examined follows from
 * the numbers of runs, not from the hits, so the levels do not depend on what they decide.
 */
export function levelsOf(all: readonly Summed[], slots: Period): Levels {
  const levelOf = (per: 'hour' | 'day', budget: number) => {
    const examined = new Float64Array(slots.to)
    for (const one of all.filter((series) => series.per === per))
      for (let slot = slots.from; slot < slots.to; slot += 1)
        for (const period of periodsOf(one, slot))
          if (isExamined(one, period, compare(one, period))) examined[slot]! += 1
    return examined.map((count) => budget / Math.max(1, count))
  }
  const daily = monthlyBudget / 2 / daysPerMonth
  return { hour: levelOf('hour', daily / slotsPerDay), day: levelOf('day', daily) }
}

/** Returns the most unusual period of a series that ends with a slot and begins at `notBefore` or later. */
export function signalAt(
  series: Summed,
  slot: number,
  { levels, notBefore }: { levels: Levels; notBefore: number },
): Signal | undefined {
  const { subject, per, hits } = series
  // Without a new hit, a period is not more unusual than the one that an earlier slot has ended.
  if (!isCount(subject) && hits[slot] === 0) return undefined
  let found: Signal | undefined
  for (const period of periodsOf(series, slot)) {
    if (period.from < notBefore) continue
    const counts = compare(series, period)
    if (!isCount(subject) && counts.hits < minHits) continue
    if (!isExamined(series, period, counts)) continue
    const probability = tailOf(series, period, counts, tolerance)
    if (probability < levels[per][slot]! && (!found || probability < found.probability))
      found = { series, period, probability }
  }
  return found
}

function periodsOf({ per }: Summed, slot: number): Period[] {
  if (per === 'day' && slot % slotsPerDay !== slotsPerDay - 1) return []
  return periodLengths[per].map((length) => ({ from: slot + 1 - length, to: slot + 1 })).filter(({ from }) => from >= 0)
}
