import type { Moments } from './prediction.ts'

/** Orders that were placed and paid in the same hours. */
export interface TimedOrders {
  /** Hours since the epoch; null if the orders are not paid. */
  orderedHour: number
  paidHour: number | null
  orders: number
  revenueCents: number
  /** Those of them that are paid and neither withdrawn, failed nor refunded. */
  netOrders: number
  netRevenueCents: number
}

/** Days after which an order counts as ripe: what is not paid or withdrawn by then hardly ever is. */
export const ripeDays = 21

/** Fewest ripe orders from which it is known how orders ripen. */
export const fewestRipe = 20

export interface Ripening {
  /** Share of the orders that end as net revenue. */
  keptOfOrdered: number
  /** Share of the paid orders that do not. */
  lostOfPaid: number
  /** Returns the share of the orders that end as net revenue, of those not paid some hours after they were placed. */
  keptOfUnpaid: (hours: number) => number
  /** Number of ripe orders. */
  orders: number
  /** Mean price of net orders in cents, and the squared coefficient of variation of prices. */
  priceCents: number
  priceVariation: number
}

/** Returns how orders ripen, from ripe ones. Undefined if there are too few. */
export function ripeningOf(ripe: readonly TimedOrders[]): Ripening | undefined {
  const orders = sum(ripe, (one) => one.orders)
  const net = sum(ripe, (one) => one.netOrders)
  const paid = sum(ripe, (one) => (one.paidHour === null ? 0 : one.orders))
  if (orders < fewestRipe || net === 0) return undefined
  const priceCents = sum(ripe, (one) => one.netRevenueCents) / net
  const squares = sum(ripe, (one) => one.revenueCents ** 2 / one.orders) / orders
  const mean = sum(ripe, (one) => one.revenueCents) / orders
  const known = new Map<number, number>()
  return {
    keptOfOrdered: net / orders,
    lostOfPaid: (paid - net) / paid,
    keptOfUnpaid(hours) {
      const share = known.get(hours) ?? shareOfUnpaid(ripe, hours)
      known.set(hours, share)
      return share
    },
    orders,
    priceCents,
    priceVariation: squares / mean ** 2 - 1,
  }
}

function shareOfUnpaid(ripe: readonly TimedOrders[], hours: number): number {
  const unpaid = ripe.filter(
    ({ orderedHour, paidHour }) => paidHour === null || paidHour - orderedHour > hours,
  )
  const orders = sum(unpaid, (one) => one.orders)
  return orders === 0 ? 0 : sum(unpaid, (one) => one.netOrders) / orders
}

/**
 * Returns by how many the net orders of a month will change: the orders to come that will be kept, plus the unpaid ones
 * that will be, minus the paid ones that will be withdrawn, refunded or fail. `placed` are the orders of the month so
 * far, `coming` the orders to come, and `nowHour` the present in hours since the epoch.
 */
export function comingNetOrders(
  ripening: Ripening,
  coming: Moments,
  { placed, nowHour }: { placed: readonly TimedOrders[]; nowHour: number },
): Moments {
  const { keptOfOrdered: kept, lostOfPaid, keptOfUnpaid, priceVariation } = ripening
  const netNow = sum(placed, (one) => one.netOrders)
  const paidNow = sum(placed, (one) => (one.paidHour === null ? 0 : one.orders))
  // Of the paid orders of the month, some have been lost already.
  const stillLost = netNow === 0 ? 0 : Math.max(0, 1 - (paidNow * (1 - lostOfPaid)) / netNow)
  let mean = coming.mean * kept - netNow * stillLost
  // The share of kept orders is known from a limited number of orders.
  const ofShare = coming.mean ** 2 / ripening.orders + coming.mean
  let variance =
    kept ** 2 * coming.variance + kept * (1 - kept) * ofShare + priceVariation * kept * coming.mean
  variance += netNow * stillLost * (1 - stillLost)
  for (const { orderedHour, paidHour, orders } of placed) {
    if (paidHour !== null) continue
    const share = keptOfUnpaid(nowHour - orderedHour)
    mean += orders * share
    variance += orders * share * (1 - share)
  }
  return { mean, variance }
}

function sum(groups: readonly TimedOrders[], of: (one: TimedOrders) => number): number {
  return groups.reduce((total, one) => total + of(one), 0)
}
