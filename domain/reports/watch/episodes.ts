import { type Levels, type Signal, signalAt } from './signals.ts'
import { type WatchedSeries, faultKey, isCount, slotsPerDay, subjectKey } from './series.ts'
import { type Period, type Summed, compare, isExamined, sumOf, tailOf, usualRate } from './usual.ts'

/** Maximum time in slots between the begin of a fault and its first signal. */
const maxSilence = 96

/** Minimum number of runs after a fault before it counts as over, and the probability that they must at least have. */
const minRunsAfter = 20
const usualAgain = 0.05
const usualTolerance = { odds: 1, share: 0.7 }

/** A fault of one subject, as one series shows it. */
export interface Episode {
  key: string
  /** The series with the most unusual signal. */
  series: Summed
  signal: Signal
  /** First and last slot with the fault. The last one is the last with hits so far, if the fault is not over. */
  period: Period
  /** Slot after which the rates were usual again; null while they are not. */
  closedAt: number | null
}

/** Returns the faults of series with the same `faultKey`, oldest first. They do not overlap. */
export function episodesOf(all: readonly Summed[], slots: Period, levels: Levels): Episode[] {
  const found: Episode[] = []
  let notBefore = 0
  for (let slot = slots.from; slot < slots.to; slot += 1) {
    if (slot < notBefore) continue
    const signals = all.flatMap((series) => signalAt(series, slot, { levels, notBefore }) ?? [])
    const signal = signals.toSorted(mostUnusual)[0]
    if (!signal) continue
    const { series } = signal
    const followed = follow(signal, { notBefore, until: slots.to })
    const period = wholeDays(series, followed.period)
    found.push({ key: faultKey(series.subject), series, signal, ...followed, period })
    if (followed.closedAt === null) break
    // The hits after the fault, up to the slot in which it was over, were usual.
    notBefore = followed.closedAt + 1
  }
  return found
}

/** The fault of a daily series may have begun at any time of its first day. */
function wholeDays({ per }: Summed, { from, to }: Period): Period {
  return { from: per === 'day' ? from - (from % slotsPerDay) : from, to }
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
  let from = period.to - 1
  for (let slot = from, sum = 0, best = 0; slot >= Math.max(notBefore, period.to - maxSilence, 0); slot -= 1) {
    sum += score(slot)
    if (sum > best) [best, from] = [sum, slot]
  }
  let to = period.to
  for (let slot = to, sum = 0; slot < until; slot += 1) {
    sum += score(slot)
    if (sum > 0) [to, sum] = [slot + 1, 0]
    else if (isUsual(series, { from: to, to: slot + 1 })) return { period: { from, to }, closedAt: slot }
  }
  return { period: { from, to }, closedAt: null }
}

/** Returns the logarithm of the likelihood ratio of a slot, with the rate of the signal against the usual one. */
function scoreOf(series: Summed, period: Period): (slot: number) => number {
  const { all, hits } = series
  const usual = usualRate(series, period)
  const found = sumOf(hits, period)
  if (isCount(series.subject)) {
    const share = Math.min(0.5, Math.max(0.02, found / usual))
    return (slot) => {
      const expected = usualRate(series, { from: slot, to: slot + 1 })
      return hits[slot]! * Math.log(share) + expected * (1 - share)
    }
  }
  const low = Math.min(usual, 0.9)
  const high = Math.min(0.98, Math.max(found / Math.max(1, sumOf(all, period)), low * 1.5, low + 0.01))
  const [hit, miss] = [Math.log(high / low), Math.log((1 - high) / (1 - low))]
  return (slot) => hits[slot]! * hit + (all[slot]! - hits[slot]!) * miss
}

/** Returns whether enough runs of a period are as usual. */
function isUsual(series: Summed, period: Period): boolean {
  const counts = compare(series, period)
  if (isCount(series.subject)) {
    if (!isExamined(series, period, counts)) return false
  } else if (sumOf(series.all, period) < minRunsAfter) return false
  return tailOf(series, period, counts, usualTolerance) > usualAgain
}
