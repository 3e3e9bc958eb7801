import { creditUnit } from '#domain/attribution/credit-touches.ts'
import type { Credits } from '#domain/reports/attribution/compute.ts'
import { partsOfDailyKey } from '#domain/reports/daily-keys.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import type { OverviewReport } from './shape.ts'

type Sales = Omit<OverviewReport['totals']['days'][number], 'day'>
export type OrderSales = Pick<Sales, 'orders' | 'revenueCents' | 'netRevenueCents'>

export const noOrders: OrderSales = { orders: 0, revenueCents: 0, netRevenueCents: 0 }

/** Orders by funnel and key: the day on which they were placed, or the pair of day and hour. */
export type PlacedOrders = ReadonlyMap<string, ReadonlyMap<string, OrderSales>>

/** Credits of facts about orders (see order-facts.ts) by funnel and day, with the keys of `dailyKey`. */
export type DailyFacts = readonly (Credits & { key: string })[]

/**
 * Returns the orders that have a fact. With `placed` or `sameDay`, which are facts of an hour, they are counted by day and
 * hour.
 */
export function ordersWith(fact: 'completed' | 'placed' | 'sameDay', facts: DailyFacts): PlacedOrders {
  const byFunnel = new Map<string, Map<string, OrderSales>>()
  for (const { key, orders, revenueCents, netRevenueCents } of facts) {
    const { funnel, day, key: named } = partsOfDailyKey(key)
    const [name, hour] = named.split(':')
    if (name !== fact) continue
    const ofFunnel = byFunnel.get(funnel) ?? new Map<string, OrderSales>()
    const sales = { orders: orders / creditUnit, revenueCents, netRevenueCents }
    byFunnel.set(funnel, ofFunnel.set(hour === undefined ? day : pairOf(day, hour), sales))
  }
  return byFunnel
}

const noSales: Sales = { runs: 0, ...noOrders, completed: 0 }

/** Replaces the orders of the runs that started on a day or in an hour by those that were placed then. */
export function withPlaced(
  started: ReadonlyMap<string, Sales>,
  placed: ReadonlyMap<string, OrderSales>,
): Map<string, Sales> {
  const sales = new Map<string, Sales>()
  for (const [key, { runs, completed }] of started) sales.set(key, { ...noSales, runs, completed })
  for (const [key, orders] of placed) sales.set(key, { ...(sales.get(key) ?? noSales), ...orders })
  return sales
}
