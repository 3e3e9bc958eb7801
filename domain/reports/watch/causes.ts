import type { Episode } from './episodes.ts'
import type { SeriesIndex } from './index-series.ts'
import { type WatchKind, hoursPerDay } from './series.ts'
import { type Period, type Summed, compare, excessOf, tailOf } from './usual.ts'

/** An episode that names a cause, with the episodes that it explains. */
export interface Cause {
  episode: Episode
  explained: Episode[]
}

/** Kinds from the most specific cause to the least specific one. Each can only be explained by an earlier one. */
const order: readonly WatchKind[] = ['delivery', 'rejected', 'runs', 'message', 'loss', 'tracking', 'orders']

/** Kinds that a fault of a kind may cause. */
const consequences: Readonly<Record<WatchKind, readonly WatchKind[]>> = {
  delivery: [],
  rejected: ['runs', 'message', 'loss', 'tracking', 'orders'],
  runs: ['loss', 'tracking', 'orders'],
  message: ['message', 'loss', 'orders'],
  loss: ['loss', 'orders'],
  tracking: [],
  orders: [],
}

/** A cause must account for at least this share of the runs of what it explains. */
const minExplained = 0.5

/** Messages of the same step that began within this number of hours have the same cause. */
const sameBegin = hoursPerDay / 2

/**
 * Assigns each episode to the most specific one that explains it, so that a fault that is seen in several ways has one
 * cause.
 */
export function* causesInSteps(episodes: readonly Episode[], index: SeriesIndex): Generator<void, Cause[]> {
  const sorted = episodes.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      isOfFunnel(a) - isOfFunnel(b) ||
      a.signal.probability - b.signal.probability ||
      (a.key < b.key ? -1 : 1),
  )
  const causes: Cause[] = []
  for (const episode of sorted) {
    yield
    const cause = causes.find((one) => explains(one.episode, episode, index))
    if (cause) cause.explained.push(episode)
    else causes.push({ episode, explained: [] })
  }
  return causes
}

const rank = ({ series }: Episode) => order.indexOf(series.subject.kind)

/** A fault of all funnels explains that of each, so it comes first. */
const isOfFunnel = ({ series: { subject } }: Episode) =>
  subject.kind === 'loss' && subject.funnel !== null ? 1 : 0

function explains(cause: Episode, other: Episode, index: SeriesIndex): boolean {
  const [{ kind }, { kind: otherKind }] = [cause.series.subject, other.series.subject]
  if (!consequences[kind].includes(otherKind) || !overlap(cause.period, other.period)) return false
  if (kind === 'rejected') return accountsFor(excessOf(cause.series, cause.period), other)
  if ((kind !== 'loss' && kind !== 'message') || otherKind === 'orders') return true
  if (kind === 'loss') return explainsLoss(cause, other, index)
  const { funnel, step } = other.series.subject
  const own = placesOf(cause, index)
  if (otherKind === 'message')
    return (
      Math.abs(cause.period.from - other.period.from) <= sameBegin &&
      placesOf(other, index).some((place) => own.some((one) => isSamePlace(one, place)))
    )
  const places = own.filter(
    ({ subject }) => subject.step === step && (funnel === null || subject.funnel === funnel),
  )
  return accountsFor(
    places.reduce((sum, place) => sum + excessOf(place, other.period), 0),
    other,
  )
}

function explainsLoss(cause: Episode, other: Episode, index: SeriesIndex): boolean {
  const { funnel, step } = cause.series.subject
  const { subject } = other.series
  if (subject.step !== step) return false
  if (funnel === null) return true
  const own = placesOf(cause, index)
  return (
    own.some((place) => place.subject.funnel === subject.funnel) ||
    // Both would be shown as the same fault of all funnels.
    (own.length > 1 && placesOf(other, index).length > 1)
  )
}

function overlap(a: Period, b: Period): boolean {
  return a.from < b.to && b.from < a.to
}

function accountsFor(excess: number, other: Episode): boolean {
  return excess >= minExplained * excessOf(other.series, other.period)
}

const isSamePlace = (a: Summed, b: Summed) =>
  a.subject.funnel === b.subject.funnel && a.subject.step === b.subject.step

/** Returns the series of each funnel in which the message or the loss occurred more often than usual. */
export function placesOf({ series, period }: Episode, { inFunnels }: SeriesIndex): Summed[] {
  const { subject } = series
  return inFunnels(subject).filter((one) => one.subject.funnel === subject.funnel || isMore(one, period))
}

/** A funnel has the fault if its hits are this improbable without it. */
const noticeable = 0.05

function isMore(one: Summed, period: Period): boolean {
  return tailOf(one, period, compare(one, period), { odds: 1, share: 1 }) < noticeable
}
