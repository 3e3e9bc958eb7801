import { type Levels, type Signal, signalAt } from './signals.ts'
import { faultKey, isCount, slotHours } from './series.ts'
import {
  type Period,
  type Summed,
  allIn,
  compare,
  hitsIn,
  isExamined,
  minMessages,
  tailOf,
  usualRate,
} from './usual.ts'

/** Maximum time in hours between the begin of a fault and its first signal. */
const maxSilence = 96

/**
 * A fault is over after this many runs, or `minMessages` messages, if the likelihood of the usual rate is so many times
 * that of the rate of the fault (given as a logarithm), and if the runs are not more improbable than this without a
 * fault. As in a sequential probability ratio test, a fault that goes on is taken for over with a probability of at most
 * 1 %.
 */
const minRunsAfter = 20
const overAt = -Math.log(100)
const usualAgain = 0.05
const usualTolerance = { odds: 1, share: 0.7 }

/** A fault of one subject, as one series shows it. */
export interface Episode {
  key: string
  /** The series with the most unusual signal. */
  series: Summed
  signal: Signal
  /** Hours with the fault; up to the last one with hits so far, if it is not over. */
  period: Period
  /** Hour before which the rates were found to be usual again; null while they are not. */
  closedAt: number | null
}

/** Returns the faults of series with the same `faultKey`, oldest first. They do not overlap. */
export function episodesOf(all: readonly Summed[], hours: Period, levels: Levels): Episode[] {
  const found: Episode[] = []
  let notBefore = 0
  for (let hour = hours.from; hour < hours.to; hour += 1) {
    if (hour < notBefore) continue
    const signals = all.flatMap((series) => signalAt(series, hour, { levels, notBefore }) ?? [])
    const signal = signals.toSorted(mostUnusual)[0]
    if (!signal) continue
    const { series } = signal
    const followed = follow(signal, { notBefore, until: hours.to })
    found.push({ key: faultKey(series.subject), series, signal, ...followed })
    if (followed.closedAt === null) break
    // The hits after the fault, up to the hour in which it was over, were usual.
    notBefore = followed.closedAt
  }
  return found
}

function mostUnusual(a: Signal, b: Signal): number {
  return a.probability - b.probability || (a.series.key < b.series.key ? -1 : 1)
}

/**
 * Returns the begin and the end of a fault: those with the maximum likelihood, if the rate is usual before and after. The
 * rate of the fault is that between them, so it is estimated anew for each candidate: the period of the signal can contain
 * many hours before the fault, and a rate that they dilute would make hours without hits likely and a stray hit days before
 * decisive. The fault is over as soon as enough runs after the end are as usual.
 */
function follow(
  { series, period }: Signal,
  { notBefore, until }: { notBefore: number; until: number },
): Pick<Episode, 'period' | 'closedAt'> {
  const fit = fitterOf(series, period)
  const length = slotHours[series.per]
  const earliest = Math.max(notBefore, period.to - maxSilence, 0)
  const endingAt = (to: number): Fit => {
    let best = fit({ from: period.to - length, to })
    let bestScore = best.likelihood + best.earlierLikelihood(earliest)
    for (let from = period.to - 2 * length; from >= earliest; from -= length) {
      const longer = fit({ from, to })
      const score = longer.likelihood + longer.earlierLikelihood(earliest)
      if (score > bestScore) [best, bestScore] = [longer, score]
    }
    return best
  }
  let best = endingAt(period.to)
  for (let to = period.to + length; to <= until; to += length) {
    const longer = fit({ from: best.period.from, to })
    const after = { from: best.period.to, to }
    if (longer.likelihood > best.likelihood) best = endingAt(to)
    else if (best.likelihoodOf(after) < overAt && isUsual(series, after))
      return { period: best.period, closedAt: to }
  }
  return { period: best.period, closedAt: null }
}

/** A candidate for the hours of a fault. Likelihoods are logarithms of likelihood ratios against the usual rate. */
interface Fit {
  period: Period
  /** That of its hours, with their most likely rate. */
  likelihood: number
  /** Returns that of other hours with the same rate. */
  likelihoodOf: (hours: Period) => number
  /** Returns that of the hours before it, from `earliest` on, in which a few runs may have the fault; at least 0. */
  earlierLikelihood: (earliest: number) => number
}

/** Returns a function that fits candidates. The usual rate is that of the signal's period. */
function fitterOf(series: Summed, signal: Period): (period: Period) => Fit {
  return isCount(series.subject) ? countFitter(series) : rateFitter(series, usualRate(series, signal))
}

/** The share of the usual number that a fault has at least and at most. */
const shares = { min: 0.02, max: 0.5 }

function countFitter(series: Summed): (period: Period) => Fit {
  return (period) => {
    const share = clamp(hitsIn(series, period) / usualRate(series, period), shares.min, shares.max)
    const likelihoodOf = (hours: Period) =>
      hitsIn(series, hours) * Math.log(share) + usualRate(series, hours) * (1 - share)
    return { period, likelihood: likelihoodOf(period), likelihoodOf, earlierLikelihood: () => 0 }
  }
}

/** The rate that a fault has at least (a multiple of the usual one, or so much more) and at most. */
const rates = { factor: 1.5, more: 0.01, max: 0.98 }

/**
 * Runs are counted in the hour in which they began. Of those that began in the days before a fault, some come to its step
 * only later, when the visitor resumes them. Their rate is at most this share of that of the fault.
 */
const maxEarlier = 0.15

function rateFitter(series: Summed, usual: number): (period: Period) => Fit {
  const low = Math.min(usual, 0.9)
  const min = Math.max(low * rates.factor, low + rates.more)
  const rateIn = (hours: Period) => hitsIn(series, hours) / Math.max(1, allIn(series, hours))
  const likelihood = (hours: Period, rate: number) => {
    const hits = hitsIn(series, hours)
    return hits * Math.log(rate / low) + (allIn(series, hours) - hits) * Math.log((1 - rate) / (1 - low))
  }
  return (period) => {
    const rate = clamp(rateIn(period), min, rates.max)
    return {
      period,
      likelihood: likelihood(period, rate),
      likelihoodOf: (hours) => likelihood(hours, rate),
      earlierLikelihood(earliest) {
        const before = { from: earliest, to: period.from }
        return likelihood(before, clamp(rateIn(before), low, Math.max(low, maxEarlier * rate)))
      },
    }
  }
}

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Returns whether enough runs of a period are as usual. */
function isUsual(series: Summed, period: Period): boolean {
  const counts = compare(series, period)
  if (isCount(series.subject)) {
    if (!isExamined(series, period, counts)) return false
  } else if (allIn(series, period) < (series.subject.kind === 'delivery' ? minMessages : minRunsAfter))
    return false
  return tailOf(series, period, counts, usualTolerance) > usualAgain
}
