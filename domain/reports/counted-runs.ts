import type { Refusal } from '#domain/forms/define-field.ts'
import { type OrderWindow, measuresOfWindow } from '#domain/runs/order-windows.ts'
import { rate } from './rows.ts'

/** A measure (see domain/runs/run-measures.ts) and the number of runs that have it. */
export interface MeasureCount {
  measure: string
  runs: number
}

export interface CountedRuns {
  runs: number
  completed: number
  abandoned: number
  open: number
  recovered: number
  /** Total price of all orders, whatever happened to them later. */
  revenueCents: number
  /** Total price of the orders that were paid and neither withdrawn, failed nor refunded. */
  netRevenueCents: number
  /** Number of runs without an order, by their furthest completed step. */
  furthest: ReadonlyMap<number, number>
  /** Number of those runs whose visitors have left, by the same step. The visitors of the others may still continue. */
  abandonedAfter: ReadonlyMap<number, number>
  /** Number of runs by the time from the start to the order (see `timeBucket`), and by window (see `windowOf`). */
  orderedIn: ReadonlyMap<number, number>
  within: ReadonlyMap<string, number>
  /** Number of runs by step, then by bucket of the time spent on the step (see `timeBucket`). */
  seconds: ReadonlyMap<number, ReadonlyMap<number, number>>
  /**
   * Number of runs in which a rule rejected a field, by step, field and rule. `gaveUp` counts only the runs that never
   * passed that step.
   */
  invalid: readonly RefusedRuns[]
  gaveUp: readonly RefusedRuns[]
}

export interface RefusedRuns {
  step: number
  field: string
  rule: Refusal
  runs: number
}

/** Kinds of measures that `outcomeOf` and `figuresOf` read. */
export const outcomeKinds = ['stage', 'completed', 'abandoned', 'recovered', 'order', 'net'] as const

/** Kinds of measures that the drop-off report reads. */
export const dropOffKinds = [...outcomeKinds, 'seconds', 'orderedIn', 'within', 'invalid'] as const

/**
 * Converts measures to figures. `rows` must contain one row per measure, summed over days and segments. Measures of
 * unknown kinds are ignored.
 */
export function readCounts(rows: readonly MeasureCount[]): CountedRuns {
  const single = { completed: 0, recovered: 0 }
  let [revenueCents, netRevenueCents] = [0, 0]
  const furthest = new Map<number, number>()
  const abandonedAfter = new Map<number, number>()
  const orderedIn = new Map<number, number>()
  const within = new Map<string, number>()
  const seconds = new Map<number, Map<number, number>>()
  const refused = { invalid: [] as RefusedRuns[], gaveUp: [] as RefusedRuns[] }
  for (const { measure, runs } of rows) {
    if (runs === 0) continue
    const { kind, first, rest } = partsOf(measure)
    if (kind === 'completed' || kind === 'recovered') single[kind] += runs
    else if (kind === 'order') revenueCents += Number(first) * runs
    else if (kind === 'net') netRevenueCents += Number(first) * runs
    else if (kind === 'stage') furthest.set(Number(first), runs)
    else if (kind === 'abandoned') abandonedAfter.set(Number(first), runs)
    else if (kind === 'orderedIn') orderedIn.set(Number(first), runs)
    else if (kind === 'within') within.set(first, runs)
    else if (kind === 'seconds') {
      const buckets = seconds.get(Number(first)) ?? new Map<number, number>()
      seconds.set(Number(first), buckets.set(Number(rest[0]), runs))
    } else if (kind === 'invalid' || kind === 'gaveUp') {
      const field = rest.slice(0, -1).join(':')
      refused[kind].push({ step: Number(first), field, rule: rest.at(-1) as Refusal, runs })
    }
  }
  const [unfinished, abandoned] = [totalOf(furthest), totalOf(abandonedAfter)]
  return {
    ...single,
    ...refused,
    runs: single.completed + unfinished,
    abandoned,
    open: unfinished - abandoned,
    revenueCents,
    netRevenueCents,
    furthest,
    abandonedAfter,
    orderedIn,
    within,
    seconds,
  }
}

/** Kinds of measures that `readEnds` reads. */
export const endKinds = ['stage', 'completed', 'abandoned'] as const

/** Returns how runs ended, as `readCounts` does, which takes several times as long for many small groups. */
export function readEnds(
  rows: readonly MeasureCount[],
): Pick<CountedRuns, 'runs' | 'completed' | 'abandoned'> {
  const ends = { runs: 0, completed: 0, abandoned: 0 }
  for (const { measure, runs } of rows) {
    const { kind } = partsOf(measure)
    if (kind === 'abandoned') ends.abandoned += runs
    if (kind === 'completed') ends.completed += runs
    if (kind === 'completed' || kind === 'stage') ends.runs += runs
  }
  return ends
}

interface Parts {
  kind: string
  first: string
  rest: readonly string[]
}

/** Maximum number of cached names. The service counts a few thousand measures. */
const maxNames = 20_000
const readParts = new Map<string, Parts>()

/** Splits the name of a measure. Caches the result, because reports read the same names in hundreds of groups. */
function partsOf(measure: string): Parts {
  const known = readParts.get(measure)
  if (known) return known
  const [kind = '', first = '', ...rest] = measure.split(':')
  const parts = { kind, first, rest }
  if (readParts.size >= maxNames) readParts.clear()
  readParts.set(measure, parts)
  return parts
}

/**
 * Returns the counts if orders count only within a window after the start. A run with a later order counts as lost at the
 * order.
 */
export function countsWithin(window: OrderWindow, steps: number, counts: CountedRuns): CountedRuns {
  const late = measuresOfWindow(window).after.reduce(
    (sum, measure) => sum + (counts.within.get(measure.slice('within:'.length)) ?? 0),
    0,
  )
  const add = (to: ReadonlyMap<number, number>) => new Map(to).set(steps - 1, (to.get(steps - 1) ?? 0) + late)
  return {
    ...counts,
    completed: counts.completed - late,
    abandoned: counts.abandoned + late,
    furthest: add(counts.furthest),
    abandonedAfter: add(counts.abandonedAfter),
  }
}

function totalOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((sum, runs) => sum + runs, 0)
}

/**
 * Returns, for each stage from 0 to `last`, the number of runs that reached that stage or a later one. The last stage
 * is the order, which only the `completed` runs reach.
 */
export function runsByStage(last: number, { completed, furthest }: CountedRuns): number[] {
  return Array.from({ length: last + 1 }, (_, stage) =>
    stage === last
      ? completed
      : [...furthest].reduce((sum, [step, runs]) => (step >= stage ? sum + runs : sum), completed),
  )
}

/**
 * Returns, for each stage from 1 to `last`, the number of runs that reached the previous stage but not this one, and
 * whose visitors have left (`lost`) or may still continue (`open`).
 */
export function missedStages(
  last: number,
  { furthest, abandonedAfter }: CountedRuns,
): { lost: number; open: number }[] {
  // Only an order reaches the last stage, so it is missed by all runs that got there or further without one.
  const missing = (counts: ReadonlyMap<number, number>, stage: number) =>
    [...counts].reduce(
      (sum, [step, runs]) => (step === stage - 1 || (stage === last && step >= stage) ? sum + runs : sum),
      0,
    )
  return Array.from({ length: last }, (_, index) => {
    const lost = missing(abandonedAfter, index + 1)
    return { lost, open: missing(furthest, index + 1) - lost }
  })
}

/** Returns the number of runs and orders, the revenue and the conversion rate. */
export function figuresOf({ runs, completed, revenueCents, netRevenueCents }: CountedRuns) {
  return {
    runs,
    orders: completed,
    revenueCents,
    netRevenueCents,
    conversionRate: rate(completed, runs),
  }
}

/** Returns how many runs reached each stage and how they ended. `steps` is the number of steps of the funnel. */
export function outcomeOf(steps: number, counts: CountedRuns) {
  const { runs, completed, abandoned, open, recovered, revenueCents, netRevenueCents } = counts
  return {
    stages: runsByStage(steps, counts),
    lost: missedStages(steps, counts).map(({ lost }) => lost),
    completed,
    abandoned,
    open,
    recovered,
    revenueCents,
    netRevenueCents,
    conversionRate: rate(completed, runs),
  }
}
