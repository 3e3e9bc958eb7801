import { type Levels, type Signal, signalAt } from './signals.ts'
import { type WatchedSeries, faultKey, isCount, slotHours, subjectKey } from './series.ts'
import { type Period, type Summed, allIn, compare, hitsIn, isExamined, tailOf, usualRate } from './usual.ts'

/** Maximum time in hours between the begin of a fault and its first signal. */
const maxSilence = 96

/**
 * A fault is over after this many runs, if the likelihood of the usual rate is so many times that of the rate of the
 * fault (given as a logarithm), and if the runs are not more improbable than this without a fault. As in a sequential
 * probability ratio test, a fault that goes on is taken for over with a probability of at most 1 %.
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
  return a.probability - b.probability || (seriesKey(a.series) < seriesKey(b.series) ? -1 : 1)
}

/** Returns a text that identifies a series. All runs come before their slices. */
export function seriesKey({ subject, slice }: WatchedSeries): string {
  return `${slice ? 1 : 0} ${subjectKey(subject)} ${JSON.stringify(slice)}`
}

/**
 * Returns the begin and the end of a fault: those with the maximum likelihood, if the rate is usual before and after, and
 * between them the one of the signal. The fault is over as soon as enough runs after the end are as usual.
 */
function follow(
  { series, period }: Signal,
  { notBefore, until }: { notBefore: number; until: number },
): Pick<Episode, 'period' | 'closedAt'> {
  const score = scoreOf(series, period)
  const length = slotHours[series.per]
  const slotAt = (at: number) => ({ from: at, to: at + length })
  const earliest = Math.max(notBefore, period.to - maxSilence, 0)
  let from = period.to - length
  for (let at = from, sum = 0, best = 0; at >= earliest; at -= length) {
    sum += score(slotAt(at))
    if (sum > best) [best, from] = [sum, at]
  }
  let to = period.to
  for (let at = to, sum = 0; at + length <= until; at += length) {
    sum += score(slotAt(at))
    const after = { from: to, to: at + length }
    if (sum > 0) [to, sum] = [after.to, 0]
    else if (sum < overAt && isUsual(series, after)) return { period: { from, to }, closedAt: after.to }
  }
  return { period: { from, to }, closedAt: null }
}

/** Returns the logarithm of the likelihood ratio of a slot, with the rate of the signal against the usual one. */
function scoreOf(series: Summed, period: Period): (slot: Period) => number {
  const usual = usualRate(series, period)
  const found = hitsIn(series, period)
  if (isCount(series.subject)) {
    const share = Math.min(0.5, Math.max(0.02, found / usual))
    return (slot) => hitsIn(series, slot) * Math.log(share) + usualRate(series, slot) * (1 - share)
  }
  const low = Math.min(usual, 0.9)
  const high = Math.min(0.98, Math.max(found / Math.max(1, allIn(series, period)), low * 1.5, low + 0.01))
  const [hit, miss] = [Math.log(high / low), Math.log((1 - high) / (1 - low))]
  return (slot) => {
    const hits = hitsIn(series, slot)
    return hits * hit + (allIn(series, slot) - hits) * miss
  }
}

/** Returns whether enough runs of a period are as usual. */
function isUsual(series: Summed, period: Period): boolean {
  const counts = compare(series, period)
  if (isCount(series.subject)) {
    if (!isExamined(series, period, counts)) return false
  } else if (allIn(series, period) < minRunsAfter) return false
  return tailOf(series, period, counts, usualTolerance) > usualAgain
}
