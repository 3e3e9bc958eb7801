import type { AttributionDelta, DropOffDelta, Segment } from '#db/projection-store.ts'
import type { DayRange } from '#domain/day-range.ts'

/** Runs of one funnel, version, day and segment, by measure. */
export interface Group {
  funnel: string
  version: number
  day: string
  /** Null for all segments together. */
  segment: Segment | null
  measures: Map<string, number>
}

export type Credit = Omit<AttributionDelta, 'day'>

/** What is added to the present sums of some days to come to those of a past position. */
export function createCorrection(range: DayRange) {
  const groups = new Map<string, Group>()
  const credits = new Map<string, Credit>()
  // The same few names stand in every group: one text each, however often it was made anew.
  const names = new Map<string, string>()

  function addCount({ funnel, version, day, segment, measure, runs }: DropOffDelta): void {
    const key = JSON.stringify([funnel, version, day, segment])
    const group = groups.get(key) ?? { funnel, version, day, segment, measures: new Map<string, number>() }
    const name = names.get(measure) ?? measure
    names.set(name, name)
    const sum = (group.measures.get(name) ?? 0) + runs
    if (sum === 0) group.measures.delete(name)
    else group.measures.set(name, sum)
    if (group.measures.size > 0) groups.set(key, group)
    else groups.delete(key)
  }

  function addCredit({ day: _day, ...delta }: AttributionDelta): void {
    const { funnel, model, dimension, key } = delta
    const name = JSON.stringify([funnel, model, dimension, key])
    const sum = credits.get(name) ?? { ...delta, runs: 0, orders: 0, revenueCents: 0 }
    sum.runs += delta.runs
    sum.orders += delta.orders
    sum.revenueCents += delta.revenueCents
    credits.set(name, sum)
  }

  return {
    add(deltas: { dropOff: readonly DropOffDelta[]; attribution: readonly AttributionDelta[] }): void {
      for (const delta of deltas.dropOff) if (isWithin(range, delta.day)) addCount(delta)
      for (const delta of deltas.attribution) if (isWithin(range, delta.day)) addCredit(delta)
    },
    groups: (): Iterable<Group> => groups.values(),
    /** Over all days of the range. */
    credits: (): Iterable<Credit> => credits.values(),
  }
}

function isWithin({ from, to }: DayRange, day: string): boolean {
  return day >= from && day <= to
}

export type Correction = ReturnType<typeof createCorrection>
