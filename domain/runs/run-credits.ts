import {
  type AttributionModel,
  type StoredDimension,
  attributionModels,
  baseOf,
  credit,
  creditUnit,
  isFactKind,
  isPlaced,
  startedDimensions,
  storedDimensions,
  sourceCampaignCredit,
} from '#domain/attribution/credit-touches.ts'
import type { Contact } from '#domain/attribution/contacts.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { isCounted, runDay } from './evolve-run.ts'
import { type OrderFacts, orderFacts } from './order-facts.ts'
import { netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'
import { orderPath, orderTouches, runTouches } from './run-touches.ts'

export interface RunCredit {
  model: AttributionModel
  dimension: StoredDimension
  key: string
  /** `runs` and `orders` are integer amounts of credit. A whole run or order has a credit of `creditUnit`. */
  runs: number
  orders: number
  /** Price of the order, whatever happened to it later. */
  revenueCents: number
  /** See `netRevenueCents` in run-revenue.ts. */
  netRevenueCents: number
}

/**
 * Returns the credits of a run under every model and dimension. For each model and dimension, the credits for the run
 * add up to one `creditUnit`, and so do the credits for its order. The revenue adds up to the price in cents, and the
 * net revenue to that price or zero. Runs that reports do not count have no credits.
 */
export function runCredits(state: RunState): RunCredit[] {
  if (!isCounted(state)) return []
  const earned = earnings(state)
  // Runs without an order are most of all runs, and have no credits by the day of the order.
  const dimensions = state.order ? storedDimensions : startedDimensions
  const under = (model: AttributionModel) =>
    dimensions.flatMap((dimension) => divide(earned, model, dimension))
  if (hasSeveralTouches(earned)) return attributionModels.flatMap(under)
  // Every model gives a single touch the whole amount, so the amounts of one model are those of all.
  const last = under('last')
  const divided = last.filter(({ dimension }) => !isUndivided(dimension))
  return attributionModels.flatMap((model) =>
    model === 'last' ? last : divided.map((credits) => ({ ...credits, model })),
  )
}

function hasSeveralTouches({ forRun, order }: Earnings): boolean {
  return forRun.length > 1 || (order !== undefined && order.touches.length > 1)
}

/** Returns whether the credits of a dimension are never divided, and exist under the model `last` only. */
function isUndivided(dimension: StoredDimension): boolean {
  const base = isPlaced(dimension) ? baseOf(dimension) : dimension
  return base === 'path' || isFactKind(base)
}

/** Returns the day on which a run is credited in a dimension. The run must have an order if `isPlaced(dimension)`. */
export function creditDay(state: RunState, dimension: StoredDimension): string {
  return isPlaced(dimension) ? berlinDay(state.order!.at) : runDay(state)
}

/** Returns the credits of a run under one model and dimension, by key. */
export function creditsUnder(
  state: RunState,
  model: AttributionModel,
  dimension: StoredDimension,
): RunCredit[] {
  return isCounted(state) ? divide(earnings(state), model, dimension) : []
}

/** Touches of a run or of its order, and the amounts to divide among these touches. */
export interface RunShare {
  /** Credited touches, oldest first. */
  touches: readonly Contact[]
  /** Key of the path of the order; undefined for a run. */
  path?: string
  /** What reports by the day of the order count about it (see `orderFacts`); undefined for a run. */
  facts?: OrderFacts
  /** Credit for the run: `creditUnit` is one whole run. `orders` has the same unit. */
  runs: number
  orders: number
  revenueCents: number
  netRevenueCents: number
}

/**
 * Returns what an attribution model divides among the touches of a run. The first element has the credit for the run,
 * which is divided among the touches of the run. If there is an order, the second element has the credit for the order
 * and its revenue, which are divided among the touches of the order. Runs that reports do not count have no credits.
 */
export function runShares(state: RunState): RunShare[] {
  if (!isCounted(state)) return []
  const { forRun, order } = earnings(state)
  const ofRun = { touches: forRun, runs: creditUnit, orders: 0, revenueCents: 0, netRevenueCents: 0 }
  return order ? [ofRun, { ...order, runs: 0, orders: creditUnit }] : [ofRun]
}

/**
 * Touches of a run and of its order, and the revenue to divide. They are the same for every model and dimension.
 */
interface Earnings {
  forRun: readonly Contact[]
  /** Undefined if the run has no order. */
  order: Pick<RunShare, 'touches' | 'path' | 'facts' | 'revenueCents' | 'netRevenueCents'> | undefined
}

function earnings(state: RunState): Earnings {
  const { order } = state
  return {
    forRun: runTouches(state),
    order: order
      ? {
          touches: orderTouches(state),
          path: orderPath(state),
          facts: orderFacts(state, order),
          revenueCents: order.priceCents,
          netRevenueCents: netRevenueCents(state),
        }
      : undefined,
  }
}

function divide(
  { forRun, order }: Earnings,
  model: AttributionModel,
  dimension: StoredDimension,
): RunCredit[] {
  const give = (share: Credited, amount: number) => creditUnder(model, dimension, share, amount)
  const runs = give({ touches: forRun }, creditUnit)
  const orders = order && give(order, creditUnit)
  const revenue = order && give(order, order.revenueCents)
  // The net revenue is either the whole revenue or zero, so it is not divided again.
  const net = order?.netRevenueCents === 0 ? undefined : revenue
  const credits: RunCredit[] = []
  for (const key of orders ? new Set([...runs.keys(), ...orders.keys()]) : runs.keys())
    credits.push({
      model,
      dimension,
      key,
      runs: runs.get(key) ?? 0,
      orders: orders?.get(key) ?? 0,
      revenueCents: revenue?.get(key) ?? 0,
      netRevenueCents: net?.get(key) ?? 0,
    })
  return credits
}

type Credited = Pick<RunShare, 'touches' | 'path' | 'facts'>

/**
 * Divides an integer amount among the keys of a dimension, as the model prescribes. Returns the amount of each key. Only
 * orders have credits by the day of the order.
 */
export function creditUnder(
  model: AttributionModel,
  dimension: StoredDimension,
  { touches, path, facts }: Credited,
  amount: number,
): Map<string, number> {
  if (isPlaced(dimension) && facts === undefined) return new Map()
  const base = isPlaced(dimension) ? baseOf(dimension) : dimension
  if (isFactKind(base)) return wholeTo(model === 'last' ? facts?.[base] : undefined, amount)
  if (base === 'path') return wholeTo(path !== undefined && model === 'last' ? [path] : undefined, amount)
  return base === 'sourceCampaign'
    ? sourceCampaignCredit(model, touches, amount)
    : credit(model, base, touches, amount)
}

function wholeTo(keys: readonly string[] = [], amount: number): Map<string, number> {
  return new Map(keys.map((key) => [key, amount]))
}
