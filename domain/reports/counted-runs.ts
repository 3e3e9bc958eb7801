import type { Refusal } from '../funnels/define-funnel.ts'
import { rate } from './rows.ts'

/** How many runs have a measure (domain/run-measures.ts); one row a measure. */
export interface MeasureCount {
  measure: string
  runs: number
}

/** Runs that are counted together, as reports ask about them. */
export interface CountedRuns {
  runs: number
  completed: number
  abandoned: number
  open: number
  recovered: number
  /** Prices of the orders, withdrawn ones included. */
  revenueCents: number
  /** Runs without an order by the furthest step that they did. */
  furthest: ReadonlyMap<number, number>
  /** Runs by the bucket of their time on a step, by step. */
  seconds: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** Runs that a rule refused a field in a step, and those of them that never got past the step. */
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

/** Reads measures that were summed over days and segments; measures of other kinds are passed over. */
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

/** Runs that reached each stage or a later one, from stage 0; only an order reaches the last. */
export function runsByStage(last: number, { completed, furthest }: CountedRuns): number[] {
  return Array.from({ length: last + 1 }, (_, stage) =>
    stage === last
      ? completed
      : [...furthest].reduce((sum, [step, runs]) => (step >= stage ? sum + runs : sum), completed),
  )
}

/** Runs, orders and revenue. */
export function figuresOf({ runs, completed, revenueCents }: CountedRuns) {
  return { runs, orders: completed, revenueCents, conversionRate: rate(completed, runs) }
}

/** What became of the runs of a funnel with so many steps. */
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
