import { daysOf, shiftDay } from '#domain/reports/day-range.ts'
import { type Present, forecastDays, forecastMonth } from '#domain/reports/goals/forecast.ts'
import type { TimedOrders } from '#domain/reports/goals/ripening.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'

// Simulated orders whose end is known, for the coverage of the forecast.

export interface Site {
  /** Mean orders on a Monday; a Sunday has half as many. */
  perDay: number
  /** How many times the variance of a day's orders is that of a Poisson distribution. */
  dispersion: number
  /** Standard deviation of the logarithm of the level of each week. */
  weekly: number
}

/** Returns a generator of uniform numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

/** Sum of exponential times, which is exact for any mean of this simulation. */
function poisson(random: Random, mean: number): number {
  let [count, time] = [-1, 0]
  do {
    time -= Math.log(1 - random())
    count += 1
  } while (time < mean)
  return count
}

/** Marsaglia and Tsang's method, with Johnk's boost for shapes below 1. */
function gamma(random: Random, shape: number): number {
  if (shape < 1) return gamma(random, shape + 1) * random() ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = normal(random)
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(1 - random()) < x ** 2 / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

const weekdayLevels = [0.5, 1, 0.95, 0.9, 0.9, 0.8, 0.55]

interface SimulatedOrder {
  orderedHour: number
  paidHour: number | null
  lostHour: number | null
  priceCents: number
}

function ordersOf(random: Random, day: string, mean: number): SimulatedOrder[] {
  const midnight = startOfDay(day) / hourMs
  return Array.from({ length: poisson(random, mean) }, () => {
    const orderedHour = midnight + 7 + Math.floor(random() * 16)
    const [pays, loses] = [random(), random()]
    const paidHour =
      pays < 0.75 ? orderedHour : pays < 0.85 ? orderedHour + 1 + Math.floor(random() * 96) : null
    const lostHour = paidHour !== null && loses < 0.06 ? paidHour + Math.floor(random() * 14 * 24) : null
    return { orderedHour, paidHour, lostHour, priceCents: random() < 0.7 ? 4999 : 2999 }
  })
}

/** Returns an order as a report knows it at a time. */
function knownAt({ orderedHour, paidHour, lostHour, priceCents }: SimulatedOrder, hour: number): TimedOrders {
  const isPaid = paidHour !== null && paidHour <= hour
  const isNet = isPaid && (lostHour === null || lostHour > hour)
  return {
    orderedHour,
    paidHour: isPaid ? paidHour : null,
    orders: 1,
    revenueCents: priceCents,
    netOrders: isNet ? 1 : 0,
    netRevenueCents: isNet ? priceCents : 0,
  }
}

export interface SimulatedMonth {
  forecasts: ReturnType<typeof forecastMonth>
  /** What became of the orders of the month. */
  orders: number
  netRevenueCents: number
}

/** Simulates a month and the weeks before it, and forecasts its end at noon of a day of the month. */
export function simulateMonth(
  random: Random,
  { perDay, dispersion, weekly }: Site,
  dayOfMonth: number,
): SimulatedMonth {
  const today = `2026-06-${String(dayOfMonth).padStart(2, '0')}`
  const lastDay = '2026-06-30'
  const levels = new Map<number, number>()
  const orders = daysOf({ from: shiftDay(today, -forecastDays), to: lastDay }).flatMap((day) => {
    const week = Math.floor((Date.parse(day) / (24 * hourMs) + 3) / 7)
    const level = levels.get(week) ?? Math.exp(weekly * normal(random) - weekly ** 2 / 2)
    levels.set(week, level)
    const mean = perDay * level * weekdayLevels[new Date(day).getUTCDay()]!
    const shape = mean / (dispersion - 1)
    return ordersOf(random, day, dispersion === 1 ? mean : (gamma(random, shape) / shape) * mean)
  })
  const at = startOfDay(today) + 12 * hourMs
  const hour = at / hourMs
  const present: Present = { at, today, lastDay }
  // Hours that are over; an order of the present hour is not known yet.
  const known = orders
    .filter(({ orderedHour }) => orderedHour < hour)
    .map((order) => knownAt(order, hour - 1))
  const ofMonth = orders.filter(({ orderedHour }) => orderedHour * hourMs >= startOfDay('2026-06-01'))
  const ends = ofMonth.map((order) => knownAt(order, Infinity))
  return {
    forecasts: forecastMonth(present, known),
    orders: ends.length,
    netRevenueCents: ends.reduce((sum, one) => sum + one.netRevenueCents, 0),
  }
}
