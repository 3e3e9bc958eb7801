import {
  type AttributionModel,
  type CreditDimension,
  attributionModels,
  countingTouches,
  credit,
  creditUnit,
  noKey,
  creditDimensions,
  sourceCampaignCredit,
} from './attribution.ts'
import type { RunState } from './run-state.ts'
import type { Touch } from './stored-event.ts'

export interface RunCredit {
  model: AttributionModel
  dimension: CreditDimension
  key: string
  /** In units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

/** Touches that earn credit for the run: those of its start, at most 7 days old then. */
export function runTouches({ origin }: RunState): Touch[] {
  return countingTouches(origin.touches, origin.occurredAt)
}

/** Touches that earn credit for the order: those of its `complete`, at most 7 days old at the run's start. */
export function orderTouches({ origin, order }: RunState): Touch[] {
  return order ? countingTouches(order.touches, origin.occurredAt) : []
}

/** Source shown with an order in the orders list: that of the last touch. */
export function orderSource(state: RunState): string {
  return orderTouches(state).at(-1)?.source ?? noKey
}

/**
 * What a run gives to the attribution report, by every model and dimension. A run sums to one `creditUnit`,
 * its order too, its revenue to the price in cents; a withdrawn order stays, because the report compares campaigns
 * by what they brought, not what became of it. Runs of robots give nothing.
 */
export function runCredits(state: RunState): RunCredit[] {
  if (state.bot) return []
  const earned = earnings(state)
  return attributionModels.flatMap((model) =>
    creditDimensions.flatMap((dimension) => divide(earned, model, dimension)),
  )
}

/** What a run gives by one model and dimension, by key. */
export function creditsUnder(
  state: RunState,
  model: AttributionModel,
  dimension: CreditDimension,
): RunCredit[] {
  return state.bot ? [] : divide(earnings(state), model, dimension)
}

/** Amounts of a run that are divided among the same touches. */
export interface RunShare {
  /** Those that count, the oldest first. */
  touches: readonly Touch[]
  /** In units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

/** The same as `runCredits` before it is divided: what is earned by the touches of the run, and by those of its order. */
export function runShares(state: RunState): RunShare[] {
  if (state.bot) return []
  const { forRun, order } = earnings(state)
  const ofRun = { touches: forRun, runs: creditUnit, orders: 0, revenueCents: 0 }
  if (!order) return [ofRun]
  const { touches, priceCents: revenueCents } = order
  return [ofRun, { touches, runs: 0, orders: creditUnit, revenueCents }]
}

/** What there is to be divided, and among whom: the same by every model and dimension. */
interface Earnings {
  forRun: readonly Touch[]
  /** Most runs have none. */
  order: { touches: readonly Touch[]; priceCents: number } | undefined
}

function earnings(state: RunState): Earnings {
  const { order } = state
  return {
    forRun: runTouches(state),
    order: order ? { touches: orderTouches(state), priceCents: order.priceCents } : undefined,
  }
}

function divide(
  { forRun, order }: Earnings,
  model: AttributionModel,
  dimension: CreditDimension,
): RunCredit[] {
  const give = (touches: readonly Touch[], amount: number) => creditUnder(model, dimension, touches, amount)
  const runs = give(forRun, creditUnit)
  const orders = order && give(order.touches, creditUnit)
  const revenue = order && give(order.touches, order.priceCents)
  const keys = orders ? [...new Set([...runs.keys(), ...orders.keys()])] : [...runs.keys()]
  return keys.map((key) => ({
    model,
    dimension,
    key,
    runs: runs.get(key) ?? 0,
    orders: orders?.get(key) ?? 0,
    revenueCents: revenue?.get(key) ?? 0,
  }))
}

/** Credit for a whole amount by the keys of any dimension. */
export function creditUnder(
  model: AttributionModel,
  dimension: CreditDimension,
  touches: readonly Touch[],
  amount: number,
): Map<string, number> {
  return dimension === 'sourceCampaign'
    ? sourceCampaignCredit(model, touches, amount)
    : credit(model, dimension, touches, amount)
}
