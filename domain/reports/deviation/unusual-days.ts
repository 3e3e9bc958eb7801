/** Runs of one day that came to a step and either passed it or were lost there; or events that were sent or refused. */
export interface DayCount {
  day: string
  all: number
  /** Number of those that were lost. At most `all`. */
  lost: number
}

export interface UnusualDay extends DayCount {
  rate: number
  /** Share of lost ones on the other days. */
  usualRate: number
  /** Probability that a usual day loses as many or more by chance. */
  probability: number
}

/** Minimum number on the day itself, and on all other days together. With fewer, nothing is called unusual. */
const [minOnDay, minOnOthers] = [10, 50]

/**
 * Returns the days that lost more than the other days of the same list, most unusual first. A day is unusual if a
 * usual day would lose as many with a probability below `level`, divided by `tests`, the number of all days and steps
 * that are examined together (Bonferroni). On data without a fault, a whole examination therefore finds something with
 * a probability of at most about `level`.
 */
export function unusualDays(
  days: readonly DayCount[],
  { tests = days.length, level = 0.01 }: { tests?: number; level?: number } = {},
): UnusualDay[] {
  const [all, lost] = [sum(days, 'all'), sum(days, 'lost')]
  return days
    .flatMap((one) => {
      const [othersAll, othersLost] = [all - one.all, lost - one.lost]
      if (one.all < minOnDay || othersAll < minOnOthers) return []
      // Half a lost run more, so that a loss that never occurred before is not called impossible.
      const usualRate = (othersLost + 0.5) / (othersAll + 1)
      return [{ ...one, rate: one.lost / one.all, usualRate, probability: upperTail(one, usualRate) }]
    })
    .filter(({ probability }) => probability < level / Math.max(1, tests))
    .toSorted((a, b) => a.probability - b.probability)
}

function sum(days: readonly DayCount[], name: 'all' | 'lost'): number {
  return days.reduce((total, day) => total + day[name], 0)
}

/** Returns the probability that at least `lost` of `all` are lost if each is lost with probability `rate`. */
export function upperTail({ all, lost }: Pick<DayCount, 'all' | 'lost'>, rate: number): number {
  if (lost === 0) return 1
  if (rate <= 0) return 0
  if (rate >= 1) return 1
  // Probability of exactly k, computed with logarithms, because the factors overflow for a few hundred runs.
  let logProbability = all * Math.log1p(-rate)
  const logOdds = Math.log(rate) - Math.log1p(-rate)
  let tail = 0
  for (let k = 1; k <= all; k++) {
    logProbability += Math.log((all - k + 1) / k) + logOdds
    if (k >= lost) tail += Math.exp(logProbability)
  }
  return Math.min(1, tail)
}
