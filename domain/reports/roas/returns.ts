import { creditUnit } from '#domain/attribution/credit-touches.ts'
import { splitGross, vatPercent } from '#domain/documents/invoice-amounts.ts'
import { weightedCountInterval } from '#domain/reports/deviation/weighted-count.ts'
import type { Returns } from './shape.ts'

/** ROAS at which the revenue without VAT equals the costs. */
export const breakEvenRoas = (100 + vatPercent) / 100

/** Credits of a campaign under one model, summed over the funnels. */
export interface CampaignCredits {
  /** In units of credit. */
  orders: number
  netRevenueCents: number
  /**
   * Sum over the funnels of net revenue times average price. It is the sum of the squared prices of the orders, or more if
   * orders are divided, so that the interval is rather too wide.
   */
  squaredCents: number
}

export const noCampaignCredits: CampaignCredits = { orders: 0, netRevenueCents: 0, squaredCents: 0 }

export function addCampaignCredits(one: CampaignCredits, other: CampaignCredits): CampaignCredits {
  return {
    orders: one.orders + other.orders,
    netRevenueCents: one.netRevenueCents + other.netRevenueCents,
    squaredCents: one.squaredCents + other.squaredCents,
  }
}

/**
 * Returns what a campaign brought for its costs. `maxPriceCents` is the highest average price of a
 * funnel, or 0 if there are no orders. The costs are known exactly, so the intervals follow from those of the orders
 * and of the revenue.
 */
export function returnsOf(credits: CampaignCredits, costCents: number, maxPriceCents: number): Returns {
  const orders = credits.orders / creditUnit
  const { netRevenueCents, squaredCents } = credits
  const ofOrders = weightedCountInterval({ sum: orders, squares: orders, max: 1 })
  const revenue =
    maxPriceCents === 0
      ? { low: null, high: null }
      : weightedCountInterval({ sum: netRevenueCents, squares: squaredCents, max: maxPriceCents })
  const perCost = (revenueCents: number) => (costCents === 0 ? null : revenueCents / costCents)
  const contribution = (revenueCents: number) => withoutVat(revenueCents) - costCents
  return {
    orders,
    netRevenueCents,
    costPerOrderCents: {
      value: orders === 0 ? null : costCents / orders,
      low: costCents / ofOrders.high,
      high: ofOrders.low === 0 ? null : costCents / ofOrders.low,
    },
    roas: {
      value: perCost(netRevenueCents),
      low: revenue.low === null ? null : perCost(revenue.low),
      high: revenue.high === null ? null : perCost(revenue.high),
    },
    contributionCents: {
      value: contribution(netRevenueCents),
      low: revenue.low === null ? null : contribution(Math.round(revenue.low)),
      high: revenue.high === null ? null : contribution(Math.round(revenue.high)),
    },
    breakEvenCents: orders === 0 ? null : Math.round(withoutVat(netRevenueCents) / orders),
  }
}

function withoutVat(grossCents: number): number {
  return splitGross(grossCents).netCents
}
