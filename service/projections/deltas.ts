import type { AttributionDelta, DropOffDelta } from '#db/projection-store.ts'
import { touchDimensions } from '#domain/attribution.ts'
import { measures, segmentOf } from '#domain/run-measures.ts'
import { type RunCredit, type RunShare, runCredits, runShares } from '#domain/run-credits.ts'
import type { RunState } from '#domain/run-state.ts'
import { runDay } from '#domain/run.ts'

/** Sums the changes of a batch: what the runs counted before is taken away, what they count now is added. */
export function createDeltas() {
  const dropOff = new Map<string, DropOffDelta>()
  /** Runs that give the same credits, and how many more of them there are: working out 30 kinds for each took most of a batch. */
  const alike = new Map<string, { about: RunPlace; credits: readonly RunCredit[]; runs: number }>()

  function countMeasures(state: RunState, sign: 1 | -1): void {
    const { funnel, version } = state.origin
    const about = { funnel, version, day: runDay(state) }
    // Twice: for the run's segment, and for the total that an unfiltered report reads.
    for (const segment of [segmentOf(state), null]) {
      const prefix = JSON.stringify([about, segment])
      for (const measure of measures(state)) {
        const key = prefix + measure
        const known = dropOff.get(key)
        if (known) known.runs += sign
        else dropOff.set(key, { ...about, segment, measure, runs: sign })
      }
    }
  }

  function countCredits(state: RunState, sign: 1 | -1): void {
    if (state.bot) return
    const about = { funnel: state.origin.funnel, day: runDay(state) }
    const key = JSON.stringify([about, runShares(state).map(whatDivides)])
    const known = alike.get(key)
    if (known) known.runs += sign
    else alike.set(key, { about, credits: runCredits(state), runs: sign })
  }

  function sumCredits(): AttributionDelta[] {
    const sums = new Map<string, AttributionDelta>()
    for (const { about, credits, runs } of alike.values()) {
      if (runs === 0) continue
      const prefix = JSON.stringify(about)
      for (const credit of credits) {
        const key = `${prefix}${credit.model}:${credit.dimension}:${credit.key}`
        const sum = sums.get(key) ?? { ...about, ...credit, runs: 0, orders: 0, revenueCents: 0 }
        sum.runs += runs * credit.runs
        sum.orders += runs * credit.orders
        sum.revenueCents += runs * credit.revenueCents
        sums.set(key, sum)
      }
    }
    return [...sums.values()]
  }

  return {
    /** Takes a run from one state to another; undefined is before its first event. */
    move(before: RunState | undefined, after: RunState | undefined): void {
      if (before) countMeasures(before, -1)
      if (after) countMeasures(after, 1)
      // Most events change neither touches nor order, and their 30 kinds of credit would only cancel out.
      if (
        before &&
        after &&
        before.origin === after.origin &&
        before.order === after.order &&
        before.bot === after.bot
      )
        return
      if (before) countCredits(before, -1)
      if (after) countCredits(after, 1)
    },
    dropOff: () => [...dropOff.values()].filter((delta) => delta.runs !== 0),
    attribution: () =>
      sumCredits().filter((delta) => delta.runs !== 0 || delta.orders !== 0 || delta.revenueCents !== 0),
  }
}

type RunPlace = Pick<AttributionDelta, 'funnel' | 'day'>

/** All that credits depend on. Times matter only where there is something to divide among several touches. */
function whatDivides({ touches, runs, orders, revenueCents }: RunShare) {
  const named = touches.map((touch) => touchDimensions.map((dimension) => touch[dimension] ?? null))
  const times = touches.length > 1 ? touches.map(({ at }) => at) : []
  return [named, times, runs, orders, revenueCents]
}
