import { runStatus } from './evolve-run.ts'
import { measures } from './run-measures.ts'
import { netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'
import { variantMeasures } from './variant-measures.ts'

/**
 * Measures whose runs can have any outcome, or an order of any price. The other measures with a list of runs determine
 * the outcome themselves.
 */
const combined =
  /^(noConsent|robot|recovered|severalContacts|within:.*|withdrawn|failed|refunded|invalid:.*|choice:.*|tracking:.*:[1-9]\d*)$/

/**
 * Returns all measures of a run: those of `measures`, and for each one that says nothing about the outcome a
 * combination of both, so that sums of the roll-ups answer how the runs of any figure ended and what they brought in:
 * - `left:<measure>` if the visitor left without ordering
 * - `value:<priceCents>:<netCents>:<measure>` if the run has an order with this price and net revenue
 *
 * Runs in experiments also have the measures of `variantMeasures`.
 */
export function allMeasures(state: RunState): string[] {
  const own = measures(state)
  const { order } = state
  const outcome = order
    ? `value:${order.priceCents}:${netRevenueCents(state)}`
    : runStatus(state) === 'abandoned'
      ? 'left'
      : undefined
  const ofVariants = variantMeasures(state, own)
  if (outcome === undefined) return ofVariants.length > 0 ? [...own, ...ofVariants] : own
  return [
    ...own,
    ...ofVariants,
    ...own.filter((name) => combined.test(name)).map((name) => `${outcome}:${name}`),
  ]
}
