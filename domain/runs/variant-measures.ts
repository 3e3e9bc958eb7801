import { netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'

/** Measures that are also counted by variant. */
const byVariant =
  /^(?:stage|completed|abandoned|seconds|invalid|gaveUp|order|paid|net|withdrawn|failed|refunded)(?::|$)/

/**
 * Returns `variant:<experiment>:<variant>:<measure>` for each variant of a run, with the measures of the run that
 * experiments compare, and:
 * - `unpaid` if the run has an order that was never paid
 * - `via:<channel>:none` or, with an order, `via:<channel>:<netCents>` for its channel and net revenue
 *
 * Most runs take part in no experiment and have none. `own` are the measures of the run (see run-measures.ts).
 */
export function variantMeasures(state: RunState, own: readonly string[]): string[] {
  const { variants = [], channel } = state.origin
  if (variants.length === 0 || own.length === 0) return []
  const measures = [
    ...own.filter((name) => byVariant.test(name)),
    ...(state.order && state.paidAt === null ? ['unpaid'] : []),
    `via:${channel}:${state.order ? netRevenueCents(state) : 'none'}`,
  ]
  return variants.flatMap(({ experiment, variant }) =>
    measures.map((name) => `variant:${experiment}:${variant}:${name}`),
  )
}
