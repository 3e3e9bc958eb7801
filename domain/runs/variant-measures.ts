import { noKey } from '#domain/attribution/credit-touches.ts'
import { netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'

/** Measures that are also counted by variant. */
const byVariant =
  /^(?:stage|completed|abandoned|seconds|invalid|gaveUp|order|paid|net|withdrawn|failed|refunded)(?::|$)/

/** The measures by which each counted run of a variant is counted once: how far it got, or that it has an order. */
const countedOnce = /^variant:([^:]+:[^:]+):(?:stage:\d+|completed)$/

/**
 * Returns the variant, `<experiment>:<variant>`, of a measure that each counted run of the variant has exactly once, such
 * as `variant:<experiment>:<variant>:completed`. Returns undefined for all other measures.
 */
export function variantOfMeasure(measure: string): string | undefined {
  return countedOnce.exec(measure)?.[1]
}

/** Returns whether a run with these measures shows a variant, `<experiment>:<variant>`, or none with `(none)`. */
export function isOfVariant(measures: readonly string[], variant: string): boolean {
  const own = measures.flatMap((measure) => variantOfMeasure(measure) ?? [])
  return variant === noKey ? own.length === 0 : own.includes(variant)
}

/**
 * Returns `variant:<experiment>:<variant>:<measure>` for each variant of a run, with the measures of the run that
 * experiments compare, and:
 * - `unpaid` if the run has an order that was never paid
 * - `support` if a message to support named the order
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
    ...(state.order && state.supportRequested ? ['support'] : []),
    `via:${channel}:${state.order ? netRevenueCents(state) : 'none'}`,
  ]
  return variants.flatMap(({ experiment, variant }) =>
    measures.map((name) => `variant:${experiment}:${variant}:${name}`),
  )
}
