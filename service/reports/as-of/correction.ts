import type { Segment } from '#db/projection-store.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { measures, segmentOf } from '#domain/run-measures.ts'
import type { RunState } from '#domain/run-state.ts'
import { runDay } from '#domain/run.ts'
import { createCreditSums } from './credit-sums.ts'

/** Runs of one funnel, version, day and segment, by measure. */
export interface Group {
  funnel: string
  version: number
  day: string
  /** Null for all segments together. */
  segment: Segment | null
  measures: Map<string, number>
}

interface Corrected extends DayRange {
  funnel?: string | undefined
}

/** What is added to the present sums of some days, and maybe one funnel, to come to those of a past position. */
export function createCorrection({ from, to, funnel: only }: Corrected) {
  const groups = new Map<string, Group>()
  const credits = createCreditSums()
  // The same few names stand in every group: one text each, however often it was made anew.
  const names = new Map<string, string>()

  const concerns = (state: RunState): boolean => {
    if (only !== undefined && state.origin.funnel !== only) return false
    const day = runDay(state)
    return day >= from && day <= to
  }

  function countMeasures(state: RunState, sign: 1 | -1): void {
    const counted = measures(state).map(theOne)
    const { funnel, version } = state.origin
    const about = { funnel, version, day: runDay(state) }
    const total = `${funnel}:${version}:${about.day}`
    // Twice, as in the store: for the run's segment, and for the total that an unfiltered report reads.
    addTo(total, { ...about, segment: null }, counted, sign)
    const segment = segmentOf(state)
    const { device, source, medium, campaign, reason } = segment
    const name = total + JSON.stringify([device, source, medium, campaign, reason])
    addTo(name, { ...about, segment }, counted, sign)
  }

  function addTo(
    name: string,
    about: Omit<Group, 'measures'>,
    counted: readonly string[],
    sign: 1 | -1,
  ): void {
    const known = groups.get(name)
    const group = known ?? { ...about, measures: new Map<string, number>() }
    for (const measure of counted) group.measures.set(measure, (group.measures.get(measure) ?? 0) + sign)
    if (!known) groups.set(name, group)
  }

  function theOne(name: string): string {
    const known = names.get(name)
    if (known === undefined) names.set(name, name)
    return known ?? name
  }

  return {
    concerns,
    /** Takes a run from its state back to an earlier one; undefined is where it is not counted. */
    takeBack(state: RunState | undefined, earlier: RunState | undefined): void {
      const after = state && concerns(state) ? state : undefined
      const before = earlier && concerns(earlier) ? earlier : undefined
      if (after) countMeasures(after, -1)
      if (before) countMeasures(before, 1)
      if (after) credits.add(after, -1)
      if (before) credits.add(before, 1)
    },
    groups: (): Iterable<Group> => groups.values(),
    /** Over all days of the range. */
    credits: credits.under,
  }
}

export type Correction = ReturnType<typeof createCorrection>
