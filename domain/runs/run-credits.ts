import {
  type AttributionModel,
  type StoredDimension,
  attributionModels,
  credit,
  creditUnit,
  noKey,
  storedDimensions,
  sourceCampaignCredit,
} from '#domain/attribution/credit-touches.ts'
import { type Contact, creditedContacts } from '#domain/attribution/contacts.ts'
import { otherPathKey, pathKey, shownChannels } from '#domain/attribution/order-path.ts'
import { isCounted } from './evolve-run.ts'
import { netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'

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
 * Returns the touches to which the run is credited: the touches of its origin (usually the `start` event) that were at
 * most 7 days old at the time of that event, and its entry.
 */
export function runTouches({ origin }: RunState): Contact[] {
  return creditedContacts(origin, origin.touches)
}

/**
 * Returns the touches to which the order is credited: the touches of the `complete` event that were at most 7 days old
 * when the run started, and the entry of the run.
 */
export function orderTouches({ origin, order }: RunState): Contact[] {
  return order ? creditedContacts(origin, order.touches) : []
}

/**
 * Returns the time from the first contact to the order, in ms. Undefined without an order or a contact. The times of
 * contacts come from the client's clock, so they are corrected as that of the run's origin was.
 */
export function timeSinceContact(state: RunState): number | undefined {
  const { origin, order } = state
  const first = orderTouches(state)[0]
  if (!order || !first) return undefined
  return Math.max(0, order.at - (first.at + origin.at - origin.occurredAt))
}

/** Returns the key of the order's path (see order-path.ts). */
export function orderPath(state: RunState): string {
  const sinceFirst = timeSinceContact(state) ?? 0
  if (state.otherPath) return otherPathKey(sinceFirst)
  return pathKey(shownChannels(orderTouches(state).map(({ channel }) => channel)), sinceFirst)
}

/** Returns the source of the order's last touch, for the list of orders. */
export function orderSource(state: RunState): string {
  return orderTouches(state).at(-1)?.source ?? noKey
}

/**
 * Returns the credits of a run under every model and dimension. For each model and dimension, the credits for the run
 * add up to one `creditUnit`, and so do the credits for its order. The revenue adds up to the price in cents, and the
 * net revenue to that price or zero. Runs that reports do not count have no credits.
 */
export function runCredits(state: RunState): RunCredit[] {
  if (!isCounted(state)) return []
  const earned = earnings(state)
  return attributionModels.flatMap((model) =>
    storedDimensions.flatMap((dimension) => divide(earned, model, dimension)),
  )
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
  order: Pick<RunShare, 'touches' | 'path' | 'revenueCents' | 'netRevenueCents'> | undefined
}

function earnings(state: RunState): Earnings {
  const { order } = state
  return {
    forRun: runTouches(state),
    order: order
      ? {
          touches: orderTouches(state),
          path: orderPath(state),
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
  const keys = orders ? [...new Set([...runs.keys(), ...orders.keys()])] : [...runs.keys()]
  return keys.map((key) => ({
    model,
    dimension,
    key,
    runs: runs.get(key) ?? 0,
    orders: orders?.get(key) ?? 0,
    revenueCents: revenue?.get(key) ?? 0,
    netRevenueCents: net?.get(key) ?? 0,
  }))
}

type Credited = Pick<RunShare, 'touches' | 'path'>

/** Divides an integer amount among the keys of a dimension, as the model prescribes. Returns the amount of each key. */
export function creditUnder(
  model: AttributionModel,
  dimension: StoredDimension,
  { touches, path }: Credited,
  amount: number,
): Map<string, number> {
  if (dimension === 'path')
    return path !== undefined && model === 'last' ? new Map([[path, amount]]) : new Map()
  return dimension === 'sourceCampaign'
    ? sourceCampaignCredit(model, touches, amount)
    : credit(model, dimension, touches, amount)
}
