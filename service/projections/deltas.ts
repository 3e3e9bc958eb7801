import type { AttributionDelta, CountedRun, DropOffChange } from '#db/ports/projection-store.ts'
import { isPlaced, touchDimensions } from '#domain/attribution/credit-touches.ts'
import { type MeasureFamily, familyOf, hasFamily } from '#domain/runs/measure-families.ts'
import { type GroupedRun, type RunGroup, groupsOf } from '#domain/runs/run-groups.ts'
import { segmentOf } from '#domain/runs/run-measures.ts'
import { allMeasures } from '#domain/runs/outcome-measures.ts'
import { type RunCredit, type RunShare, runCredits, runShares } from '#domain/runs/run-credits.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { isCounted, runDay } from '#domain/runs/evolve-run.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { netRevenueCents } from '#domain/runs/run-revenue.ts'

/**
 * Returns an accumulator for the changes that a batch makes to the roll-ups. For each run of the batch, the previous
 * contribution is subtracted and the current one is added.
 */
export function createDeltas() {
  // A batch changes thousands of counts, most of them in several groups. Each measure has an index, so that its name is
  // looked up once per run instead of once per group.
  const measures: { name: string; family: MeasureFamily }[] = []
  const indexes = new Map<string, number>()
  const groups = new Map<string, ChangedGroup>()
  /** Groups of runs by what determines them. The runs of a batch have few different ones. */
  const knownGroups = new Map<string, readonly ChangedGroup[]>()
  /**
   * Groups of runs with equal funnel, day and attribution credits. `runs` is the change of the number of runs. The
   * credits are computed once per group, because computing all kinds of credit for each run took most of a batch's time.
   */
  const alike = new Map<string, { about: FunnelDay; credits: readonly RunCredit[]; runs: number }>()

  function moveMeasures(before: RunState | undefined, after: CountedState | undefined): void {
    const known = before ? allMeasures(before) : []
    const current = after?.row.measures ?? []
    if (before && after && haveSameGroups(before, after.state)) {
      // Most events change few measures.
      const gone = new Set(known)
      const added = current.filter((measure) => !gone.delete(measure))
      countMeasures(after.row, [...gone], -1)
      countMeasures(after.row, added, 1)
      return
    }
    if (before) countMeasures(groupedRun(before), known, -1)
    if (after) countMeasures(after.row, current, 1)
  }

  function countMeasures(run: GroupedRun, changed: readonly string[], sign: 1 | -1): void {
    if (changed.length === 0) return
    const changedIndexes = changed.map(indexOf)
    for (const { changes } of groupsOfRun(run))
      for (const index of changedIndexes) changes[index] = (changes[index] ?? 0) + sign
  }

  function indexOf(name: string): number {
    const known = indexes.get(name)
    if (known !== undefined) return known
    indexes.set(name, measures.length)
    return measures.push({ name, family: familyOf(name) }) - 1
  }

  function groupsOfRun(run: GroupedRun): readonly ChangedGroup[] {
    const { funnel, version, day, segment } = run
    const key = JSON.stringify([funnel, version, day, segment])
    const known = knownGroups.get(key)
    if (known) return known
    const found = [...groupsOf(run)].map(([name, group]) => {
      const changed = groups.get(name) ?? { group, changes: [] }
      groups.set(name, changed)
      return changed
    })
    knownGroups.set(key, found)
    return found
  }

  function listMeasures(): DropOffChange[] {
    return [...groups.values()].flatMap(({ group, changes }) => {
      const families = new Map<MeasureFamily, Map<string, number>>()
      changes.forEach((runs, index) => {
        if (runs === 0) return
        const { name, family } = measures[index]!
        let ofFamily = families.get(family)
        if (!ofFamily) families.set(family, (ofFamily = new Map()))
        ofFamily.set(name, runs)
      })
      return [...families]
        .filter(([family]) => group.segment === null || hasFamily(group.segment.kind, family))
        .map(([family, runs]) => ({ ...group, family, runs }))
    })
  }

  function countCredits(state: RunState, sign: 1 | -1): void {
    if (!isCounted(state)) return
    const about = {
      funnel: state.origin.funnel,
      day: runDay(state),
      placedOn: state.order ? berlinDay(state.order.at) : undefined,
    }
    const key = JSON.stringify([about, runShares(state).map(creditInputs)])
    const known = alike.get(key)
    if (known) known.runs += sign
    else alike.set(key, { about, credits: runCredits(state), runs: sign })
  }

  function sumCredits(): AttributionDelta[] {
    const sums = new Map<string, AttributionDelta>()
    for (const { about, credits, runs } of alike.values()) {
      if (runs === 0) continue
      const { funnel, placedOn } = about
      for (const credit of credits) {
        const day = isPlaced(credit.dimension) ? placedOn! : about.day
        const key = `${funnel}:${day}:${credit.model}:${credit.dimension}:${credit.key}`
        const sum = sums.get(key) ?? {
          funnel,
          day,
          ...credit,
          runs: 0,
          orders: 0,
          revenueCents: 0,
          netRevenueCents: 0,
        }
        sum.runs += runs * credit.runs
        sum.orders += runs * credit.orders
        sum.revenueCents += runs * credit.revenueCents
        sum.netRevenueCents += runs * credit.netRevenueCents
        sums.set(key, sum)
      }
    }
    return [...sums.values()]
  }

  return {
    /** Updates the counts after the state of a run has changed. An undefined state is not counted. */
    move(before: RunState | undefined, counted: CountedState | undefined): void {
      moveMeasures(before, counted)
      const after = counted?.state
      // The credits stay the same unless the touches, the order, its revenue or whether the run counts has changed.
      if (
        before &&
        after &&
        before.origin === after.origin &&
        before.order === after.order &&
        isCounted(before) === isCounted(after) &&
        netRevenueCents(before) === netRevenueCents(after)
      )
        return
      if (before) countCredits(before, -1)
      if (after) countCredits(after, 1)
    },
    dropOff: listMeasures,
    attribution: () => sumCredits().filter((delta) => amountNames.some((name) => delta[name] !== 0)),
  }
}

/** Changes of the numbers of runs in a group, by the index of a measure. */
interface ChangedGroup {
  group: RunGroup
  changes: number[]
}

/** The state of a run, and the row with its segment and measures. */
interface CountedState {
  state: RunState
  row: Pick<CountedRun, 'funnel' | 'version' | 'day' | 'segment' | 'measures'>
}

function groupedRun(state: RunState): GroupedRun {
  const { funnel, version } = state.origin
  return { funnel, version, day: runDay(state), segment: segmentOf(state) }
}

/** Returns whether two states of a run are counted in the same groups. */
function haveSameGroups(before: RunState, after: RunState): boolean {
  return (
    before.origin === after.origin &&
    before.reason?.value === after.reason?.value &&
    before.otherSegment === after.otherSegment
  )
}

const amountNames = ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const

interface FunnelDay extends Pick<AttributionDelta, 'funnel' | 'day'> {
  /** Day of the order; undefined without one. */
  placedOn: string | undefined
}

/**
 * Returns all values on which the credits of a run depend. The times of touches matter only if there are several
 * touches.
 */
function creditInputs({ touches, path, facts, ...amounts }: RunShare) {
  const named = touches.map((touch) => touchDimensions.map((dimension) => touch[dimension] ?? null))
  const times = touches.length > 1 ? touches.map(({ at }) => at) : []
  return [named, times, path, facts, amountNames.map((name) => amounts[name])]
}
