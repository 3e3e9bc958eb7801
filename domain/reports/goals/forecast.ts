import { daysOf, shiftDay } from '#domain/reports/day-range.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'
import { type ForecastGap, type Usual, comingOrders, usualOrders, usualWeeks } from './coming-orders.ts'
import { type Moments, type Prediction, predictionOf } from './prediction.ts'
import { type TimedOrders, comingNetOrders, ripeDays, ripeningOf } from './ripening.ts'

/** Days before today whose orders a forecast reads: eight weeks of ripe ones, and the last eight whole weeks. */
export const forecastDays = 7 * usualWeeks + ripeDays

export interface Present {
  /** ms since the epoch */
  at: number
  today: string
  /** Last day of the running month. */
  lastDay: string
}

/** What will be reached at the end of the month. */
export interface Forecast {
  /** Number of orders or euro cents. */
  value: number
  low: number
  high: number
  /** Returns the probability of reaching a goal. */
  chanceOf: (goal: number) => number
  /** What usually comes on each of the remaining days, without the rest of today. */
  usualPerDay: number
}

export type Forecasts = Record<'orders' | 'netRevenueCents', Forecast | ForecastGap>

/**
 * Returns what the orders that are placed in the running month will come to. `orders` are those of the month and of the
 * `forecastDays` before today. The net revenue is that of ripe orders, when those of the last days have been paid too.
 */
export function forecastMonth({ at, today, lastDay }: Present, orders: readonly TimedOrders[]): Forecasts {
  const byDay = Map.groupBy(orders, ({ orderedHour }) => berlinDay(orderedHour * hourMs))
  const ofDay = (day: string) => byDay.get(day) ?? []
  const usual = usualOrders(today, (day) => sum(ofDay(day), 'orders'))
  if (typeof usual === 'string') return { orders: usual, netRevenueCents: usual }
  const ofDays = (from: string, to: string) => daysOf({ from, to }).flatMap(ofDay)
  const days = daysOf({ from: today, to: lastDay })
  const share = restOfDay(ofDays(usual.range.from, usual.range.to), at)
  const coming = comingOrders(usual, days, share)
  const placed = ofDays(`${today.slice(0, 7)}-01`, today)
  const usualPerDay = usualOf(usual, days)
  return {
    orders: forecastOf(sum(placed, 'orders'), predictionOf(coming), { ...coming, unit: 1, usualPerDay }),
    netRevenueCents: netForecast({ at, today, placed, coming, usualPerDay }, ofDays),
  }
}

interface NetInput {
  at: number
  today: string
  placed: readonly TimedOrders[]
  coming: Moments
  usualPerDay: number
}

function netForecast(
  { at, today, placed, coming, usualPerDay }: NetInput,
  ofDays: (from: string, to: string) => readonly TimedOrders[],
): Forecast | ForecastGap {
  const ripening = ripeningOf(ofDays(shiftDay(today, -forecastDays), shiftDay(today, -ripeDays)))
  if (!ripening) return 'few-orders'
  const { priceCents, keptOfOrdered } = ripening
  const net = comingNetOrders(ripening, coming, { placed, nowHour: Math.floor(at / hourMs) })
  return forecastOf(sum(placed, 'netRevenueCents'), predictionOf(net), {
    ...net,
    unit: priceCents,
    usualPerDay: Math.round(usualPerDay * keptOfOrdered * priceCents),
  })
}

/** Probability that the result lies below the interval, and that it lies above. */
const tail = 0.025

/** `unit` is what one of the predicted orders adds to the sum. */
function forecastOf(
  reached: number,
  { quantile, atLeast }: Prediction,
  { mean, unit, usualPerDay }: { mean: number; unit: number; usualPerDay: number },
): Forecast {
  const after = (orders: number) => Math.max(0, Math.round(reached + orders * unit))
  return {
    value: after(mean),
    low: after(quantile(tail)),
    high: after(quantile(1 - tail)),
    // Rounded, because a goal in euros is hardly ever a whole number of orders.
    chanceOf: (goal) => Math.min(1, Math.max(0, atLeast(Math.ceil((goal - reached) / unit - 1e-9)))),
    usualPerDay,
  }
}

/** Returns the share of a day's orders that usually comes after the present time of day. */
function restOfDay(orders: readonly TimedOrders[], at: number): number {
  const now = berlinHour(at)
  const ofHour = (at % hourMs) / hourMs
  const later = orders.reduce((total, one) => {
    const hour = berlinHour(one.orderedHour * hourMs)
    return hour < now ? total : total + one.orders * (hour === now ? 1 - ofHour : 1)
  }, 0)
  return later / sum(orders, 'orders')
}

/** Returns the mean orders of the remaining days after today; of all weekdays if there is none. */
function usualOf(usual: Usual, days: readonly string[]): number {
  const [, ...rest] = days
  const counted = rest.length > 0 ? rest : days
  return comingOrders(usual, counted, 1).mean / counted.length
}

function sum(groups: readonly TimedOrders[], name: 'orders' | 'netRevenueCents'): number {
  return groups.reduce((total, one) => total + one[name], 0)
}
