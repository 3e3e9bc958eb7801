import { type Cause, causesInSteps, placesOf } from './causes.ts'
import { type EstimatedLoss, type Price, estimateLoss } from './estimate-loss.ts'
import { type Episode, episodesOf } from './episodes.ts'
import { findSlices } from './find-slices.ts'
import { type SeriesIndex, indexSeries } from './index-series.ts'
import { levelsInSteps } from './signals.ts'
import {
  type Slice,
  type Subject,
  type WatchedSeries,
  faultKey,
  overAllFunnels,
  subjectKey,
} from './series.ts'
import { runSteps } from './steps.ts'
import {
  type Period,
  type Summed,
  allIn,
  compare,
  createSummed,
  excessOf,
  hitsIn,
  tailOf,
  usualRate,
} from './usual.ts'

/** A fault with its most specific cause. */
export interface Finding {
  subject: Subject
  /** Funnels in which it occurred; empty if it belongs to none. */
  funnels: string[]
  /** Its runs in each of these funnels. The steps of a field can differ between them. */
  byFunnel: { funnel: string; step: number; hits: number; all: number }[]
  /** Parts of the runs to which it is limited; empty if all have it. */
  slices: Slice[]
  /** Hours with the fault. */
  period: Period
  /** Hour before which it was found. */
  foundAt: number
  /** Hour before which the rates were found to be usual again; null while they are not. */
  closedAt: number | null
  /** Probability of the signal without a fault, see `signals.ts`. */
  probability: number
  /** Runs or events with the fault, of all in the period. For `runs` and `orders`, only `hits` is counted. */
  hits: number
  all: number
  /** Usual share of hits, or for `runs` and `orders` the usual number. */
  usual: number
  /** Other signals that it explains. */
  explained: Subject[]
  /** Losses of these days that are not real, because events of the lost runs were rejected. */
  apparent: { funnel: string; step: number; runs: number }[]
  /** Null if it costs no orders. */
  loss: EstimatedLoss | null
}

/** Losses that are this improbable are named as caused by rejected events. */
const noticeable = 0.05

/**
 * Finds faults in hourly counts by comparing them with the same weekdays and hours of up to 8 weeks before.
 *
 * Each series is examined after every finished hour: its last 1, 3, 8, 24 and 72 hours (daily series: 1 and 3 days), if
 * they have at least 20 runs. The probability of as many hits is exact (see exact-tails.ts), conditional on the hits of
 * both sides, with odds of 1.25 times the usual ones, so that campaigns that begin or end are no fault; for counts it is
 * the binomial split of two Poisson counts, at 0.4 times the usual number. It must be below a level that pays for every
 * look at everything that is watched (see `levelsOf`): at most 0.5 false alarms a month are expected.
 *
 * Signals of a field, or of a step, are one fault whatever they were seen in; its begin, end and closing follow from the
 * likelihood (see episodes.ts). Faults that another one explains are listed with it (see causes.ts). The result does not
 * depend on the order of the series. `hours` are the hours that are examined; those from `hours.to` on are not finished.
 * On the days that begin with the hours `holidays`, few runs and orders are no fault.
 */
export function watch(series: readonly WatchedSeries[], hours: Period, known: Known): Finding[] {
  return runSteps(watchInSteps(series, hours, known))
}

interface Known {
  prices: ReadonlyMap<string, Price>
  holidays: readonly number[]
}

/** Does the same in short steps, between which the caller can do other work. */
export function* watchInSteps(
  series: readonly WatchedSeries[],
  hours: Period,
  { prices, holidays }: Known,
): Generator<void, Finding[]> {
  const all = series.map(createSummed(holidays)).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  yield
  const levels = yield* levelsInSteps(all, hours)
  const episodes: Episode[] = []
  for (const ofFault of Map.groupBy(all, ({ subject }) => faultKey(subject)).values()) {
    yield
    episodes.push(...episodesOf(ofFault, hours, levels))
  }
  const index = indexSeries(all)
  const findings: Finding[] = []
  for (const cause of yield* causesInSteps(episodes, index)) {
    yield
    findings.push(describe(cause, index, prices))
  }
  return findings.toSorted(
    (a, b) => a.period.from - b.period.from || (subjectKey(a.subject) < subjectKey(b.subject) ? -1 : 1),
  )
}

function describe(cause: Cause, index: SeriesIndex, prices: ReadonlyMap<string, Price>): Finding {
  const { episode, explained } = cause
  const { period, closedAt, signal } = episode
  const { places, shown } = placeOf(cause, index)
  const slices = findSlices(index.partsOf(shown.subject), period)
  const first = [episode, ...explained].reduce(
    (at, one) => Math.min(at, one.signal.period.to),
    signal.period.to,
  )
  return {
    subject: shown.subject,
    funnels: places.map(({ subject }) => subject.funnel!),
    byFunnel: places.map((one) => ({
      funnel: one.subject.funnel!,
      step: one.subject.step!,
      hits: hitsIn(one, period),
      all: allIn(one, period),
    })),
    slices,
    period,
    foundAt: first,
    closedAt,
    probability: signal.probability,
    hits: hitsIn(shown, period),
    all: allIn(shown, period),
    usual: usualRate(shown, period),
    explained: explained.map(({ series }) => series.subject),
    apparent: shown.subject.kind === 'rejected' ? apparentLosses(index.whole, period) : [],
    loss: estimateLoss(cause, index, prices),
  }
}

/** Returns the series of each funnel of a cause, and the one that describes it: of all of them together, or of the only one. */
function placeOf({ episode }: Cause, index: SeriesIndex): { places: Summed[]; shown: Summed } {
  const { series } = episode
  const { subject } = series
  const of = (wanted: Subject) => index.of(wanted) ?? series
  if (subject.kind !== 'message' && subject.kind !== 'loss') return { places: [], shown: of(subject) }
  const places = placesOf(episode, index)
  return { places, shown: places.length === 1 ? places[0]! : of(overAllFunnels(subject)) }
}

function apparentLosses(whole: readonly Summed[], period: Period): Finding['apparent'] {
  return whole.flatMap((one) => {
    const { kind, funnel, step } = one.subject
    if (kind !== 'loss' || funnel === null) return []
    const tail = tailOf(one, period, compare(one, period), { odds: 1, share: 1 })
    return tail < noticeable ? [{ funnel, step: step!, runs: Math.round(excessOf(one, period)) }] : []
  })
}
