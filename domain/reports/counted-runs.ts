import type { Refusal } from '#domain/forms/define-field.ts'
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
  /** Total price of the orders, including withdrawn ones. */
  revenueCents: number
  /** Number of runs without an order, by their furthest completed step. */
  furthest: ReadonlyMap<number, number>
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
export const outcomeKinds = ['stage', 'completed', 'abandoned', 'recovered', 'order'] as const

/**
 * Converts measures to figures. `rows` must contain one row per measure, summed over days and segments. Measures of
 * unknown kinds are ignored.
 */
export function readCounts(rows: readonly MeasureCount[]): CountedRuns {
  const single = { completed: 0, abandoned: 0, recovered: 0 }
  let revenueCents = 0
  const furthest = new Map<number, number>()
  const seconds = new Map<number, Map<number, number>>()
  const refused = { invalid: [] as RefusedRuns[], gaveUp: [] as RefusedRuns[] }
  for (const { measure, runs } of rows) {
    const [kind, first = '', ...rest] = measure.split(':')
    if (runs === 0) continue
    if (kind === 'completed' || kind === 'abandoned' || kind === 'recovered') single[kind] += runs
    else if (kind === 'order') revenueCents += Number(first) * runs
    else if (kind === 'stage') furthest.set(Number(first), runs)
    else if (kind === 'seconds') {
      const buckets = seconds.get(Number(first)) ?? new Map<number, number>()
      seconds.set(Number(first), buckets.set(Number(rest[0]), runs))
    } else if (kind === 'invalid' || kind === 'gaveUp') {
      const field = rest.slice(0, -1).join(':')
      refused[kind].push({ step: Number(first), field, rule: rest.at(-1) as Refusal, runs })
    }
  }
  const unfinished = [...furthest.values()].reduce((sum, runs) => sum + runs, 0)
  return {
    ...single,
    ...refused,
    runs: single.completed + unfinished,
    open: unfinished - single.abandoned,
    revenueCents,
    furthest,
    seconds,
  }
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

/** Returns the number of runs and orders, the revenue and the conversion rate. */
export function figuresOf({ runs, completed, revenueCents }: CountedRuns) {
  return { runs, orders: completed, revenueCents, conversionRate: rate(completed, runs) }
}

/** Returns how many runs reached each stage and how they ended. `steps` is the number of steps of the funnel. */
export function outcomeOf(steps: number, counts: CountedRuns) {
  const { runs, completed, abandoned, open, recovered, revenueCents } = counts
  return {
    stages: runsByStage(steps, counts),
    completed,
    abandoned,
    open,
    recovered,
    revenueCents,
    conversionRate: rate(completed, runs),
  }
}
