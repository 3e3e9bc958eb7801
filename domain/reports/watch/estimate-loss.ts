import type { Cause } from './causes.ts'
import { placesOf } from './causes.ts'
import type { SeriesIndex } from './index-series.ts'
import { type Period, type Summed, excessOf, usualRate } from './usual.ts'

/** Orders of a funnel, and their prices together. */
export interface Price {
  orders: number
  cents: number
}

export interface EstimatedLoss {
  /** Estimated number of orders. */
  orders: number
  cents: number
}

/**
 * Returns the orders that a fault has probably cost: the runs that were lost at its step in excess of the usual rate,
 * times the usual share of those behind this step that order, at the average price. Of the runs with a message, at most
 * as many can be lost as had it in excess. Returns null for faults that lose no orders.
 */
export function estimateLoss(
  { episode, explained }: Cause,
  index: SeriesIndex,
  prices: ReadonlyMap<string, Price>,
): EstimatedLoss | null {
  const { series, period } = episode
  const { kind } = series.subject
  const losses = index.whole.filter(({ subject }) => subject.kind === 'loss')
  if (kind === 'loss' || kind === 'message') {
    const places = placesOf(episode, index)
    // A part of the runs has fewer lost ones than all of them, where others were lost by chance.
    const ofPart = kind === 'loss' && series.slice ? excessOf(series, period) : Infinity
    return valueOf(
      places.map((place) => {
        const { funnel, step } = place.subject
        const loss = losses.find(({ subject }) => subject.funnel === funnel && subject.step === step)
        const most = kind === 'message' ? excessOf(place, period) : ofPart
        return lostAt(Math.min(most, loss ? excessOf(loss, period) : 0), { funnel, step }, losses, period)
      }),
      prices,
    )
  }
  if (kind !== 'runs' && kind !== 'orders') return null
  const orders = [series, ...explained.map((one) => one.series), ...index.whole].find(
    ({ subject }) => subject.kind === 'orders',
  )
  return orders ? valueOf([{ funnel: null, orders: excessOf(orders, period) }], prices) : null
}

interface LostOrders {
  funnel: string | null
  orders: number
}

function lostAt(
  runs: number,
  { funnel, step }: { funnel: string | null; step: number | null },
  losses: readonly Summed[],
  period: Period,
): LostOrders {
  const later = losses.filter(({ subject }) => subject.funnel === funnel && subject.step! > step!)
  return { funnel, orders: later.reduce((left, one) => left * (1 - usualRate(one, period)), runs) }
}

function valueOf(lost: readonly LostOrders[], prices: ReadonlyMap<string, Price>): EstimatedLoss {
  const sum = (of: Iterable<Price>) =>
    [...of].reduce((total, one) => ({ orders: total.orders + one.orders, cents: total.cents + one.cents }), {
      orders: 0,
      cents: 0,
    })
  const average = ({ orders, cents }: Price) => (orders === 0 ? 0 : cents / orders)
  const priceOf = (funnel: string | null) =>
    average((funnel !== null ? prices.get(funnel) : undefined) ?? sum(prices.values()))
  return {
    orders: lost.reduce((total, one) => total + one.orders, 0),
    cents: Math.round(lost.reduce((total, one) => total + one.orders * priceOf(one.funnel), 0)),
  }
}
