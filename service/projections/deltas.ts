import type { AttributionDelta, DropOffDelta } from '#db/projection-store.ts'
import { measures, segmentOf } from '#domain/run-measures.ts'
import { runCredits } from '#domain/run-credits.ts'
import type { RunState } from '#domain/run-state.ts'
import { runDay } from '#domain/run.ts'

/** Sums the changes of a batch: what the runs counted before is taken away, what they count now is added. */
export function createDeltas() {
  const dropOff = new Map<string, DropOffDelta>()
  const attribution = new Map<string, AttributionDelta>()

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
    const about = { funnel: state.origin.funnel, day: runDay(state) }
    const prefix = JSON.stringify(about)
    for (const credit of runCredits(state)) {
      const key = `${prefix}${credit.model}:${credit.dimension}:${credit.key}`
      const sum = attribution.get(key) ?? { ...about, ...credit, runs: 0, orders: 0, revenueCents: 0 }
      sum.runs += sign * credit.runs
      sum.orders += sign * credit.orders
      sum.revenueCents += sign * credit.revenueCents
      attribution.set(key, sum)
    }
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
      [...attribution.values()].filter(
        (delta) => delta.runs !== 0 || delta.orders !== 0 || delta.revenueCents !== 0,
      ),
  }
}
