import type { Episode } from './episodes.ts'
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
  loss: ['orders'],
  tracking: [],
  orders: [],
}

/** A cause must account for at least this share of the runs of what it explains. */
const minExplained = 0.5

/** Messages of the same step that began within this number of hours have the same cause. */
const sameBegin = hoursPerDay / 2

/**
 * Assigns each episode to the most specific one that explains it, so that a fault that is seen in several ways has one
 * cause. `all` are the series of all runs.
 */
export function causesOf(episodes: readonly Episode[], all: readonly Summed[]): Cause[] {
  const rank = ({ series }: Episode) => order.indexOf(series.subject.kind)
  const sorted = episodes.toSorted(
    (a, b) => rank(a) - rank(b) || a.signal.probability - b.signal.probability || (a.key < b.key ? -1 : 1),
  )
  const causes: Cause[] = []
  for (const episode of sorted) {
    const cause = causes.find((one) => explains(one.episode, episode, all))
    if (cause) cause.explained.push(episode)
    else causes.push({ episode, explained: [] })
  }
  return causes
}

function explains(cause: Episode, other: Episode, all: readonly Summed[]): boolean {
  const [{ kind }, { kind: otherKind }] = [cause.series.subject, other.series.subject]
  if (!consequences[kind].includes(otherKind) || !overlap(cause.period, other.period)) return false
  if (kind === 'rejected') return accountsFor(excessOf(cause.series, cause.period), other)
  if (kind !== 'message') return true
  if (otherKind === 'orders') return true
  const own = placesOf(cause, all)
  if (otherKind === 'message')
    return (
      Math.abs(cause.period.from - other.period.from) <= sameBegin &&
      placesOf(other, all).some((place) => own.some((one) => isSamePlace(one, place)))
    )
  const place = own.find((one) => isSamePlace(one, other.series))
  return place !== undefined && accountsFor(excessOf(place, other.period), other)
}

function overlap(a: Period, b: Period): boolean {
  return a.from < b.to && b.from < a.to
}

function accountsFor(excess: number, other: Episode): boolean {
  return excess >= minExplained * excessOf(other.series, other.period)
}

const isSamePlace = (a: Summed, b: Summed) =>
  a.subject.funnel === b.subject.funnel && a.subject.step === b.subject.step

/** Returns the series of a message in each funnel in which it occurred more often than usual. */
export function placesOf({ series, period }: Episode, all: readonly Summed[]): Summed[] {
  const { field, rule, funnel } = series.subject
  return all.filter(
    (one) =>
      one.subject.kind === 'message' &&
      one.subject.funnel !== null &&
      one.subject.field === field &&
      one.subject.rule === rule &&
      (one.subject.funnel === funnel || isMore(one, period)),
  )
}

/** Funnels have the message more often than usual if it is this improbable that they do not. */
const noticeable = 0.05

function isMore(one: Summed, period: Period): boolean {
  return tailOf(one, period, compare(one, period), { odds: 1, share: 1 }) < noticeable
}
