import { describe, expect, test } from 'vitest'
import { allVariants } from '#tests/variants.ts'
import { type Site, createRandom, simulateMonth } from './simulated-months.ts'

// The intervals are to contain the end of 95 % of the months. With 200 months, the share of those that do has a standard
// error of 1.5 points, and that of the chance one of 3.5 points.

const months = 200
const metrics = ['orders', 'netRevenueCents'] as const

interface Coverage {
  within: number
  below: number
  above: number
  /** Mean chance of a goal, and how often it was reached. */
  chance: number
  reached: number
}

type Metric = (typeof metrics)[number]

const none = () => ({ within: 0, below: 0, above: 0, chance: 0, reached: 0 })

function coverageOf(site: Site, dayOfMonth: number): Record<Metric, Coverage> {
  const random = createRandom(20_261_126)
  // About 3 % more than the site sells in a month on average.
  const goalOrders = site.perDay * 0.8 * 31
  const goals = { orders: goalOrders, netRevenueCents: goalOrders * 0.799 * 4399 }
  const counted: Record<Metric, Coverage> = { orders: none(), netRevenueCents: none() }
  for (let month = 0; month < months; month += 1) {
    const { forecasts, ...ends } = simulateMonth(random, site, dayOfMonth)
    for (const metric of metrics) {
      const forecast = forecasts[metric]
      if (typeof forecast === 'string') throw new Error(`no forecast: ${forecast}`)
      const [end, goal, of] = [ends[metric], goals[metric], counted[metric]]
      of[end < forecast.low ? 'below' : end > forecast.high ? 'above' : 'within'] += 1
      of.chance += forecast.chanceOf(goal)
      if (end >= goal) of.reached += 1
    }
  }
  const sharesOf = (sums: Coverage) =>
    Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / months])) as Record<
      keyof Coverage,
      number
    >
  return { orders: sharesOf(counted.orders), netRevenueCents: sharesOf(counted.netRevenueCents) }
}

const both: [string, Site][] = [
  ['few orders that follow a Poisson distribution', { perDay: 3, dispersion: 1, weekly: 0 }],
  [
    'days with three times the variance in weeks whose level varies',
    { perDay: 15, dispersion: 3, weekly: 0.15 },
  ],
]
const each: [string, Site][] = [
  ['days with three times the variance', { perDay: 15, dispersion: 3, weekly: 0 }],
  ['weeks whose level varies by 15 %', { perDay: 15, dispersion: 1, weekly: 0.15 }],
]

// An interval that ignores one of the two kinds of variance is too narrow where both occur, early and late in a month.
describe.each(allVariants ? [...both, ...each] : both)('with %s', (_, site) => {
  test.each(allVariants ? [3, 12, 25] : [3, 25])(
    'the intervals of day %i contain the end of most months, and the chances are right',
    (day) => {
      const coverage = coverageOf(site, day)
      for (const metric of metrics) {
        const { within, below, above, chance, reached } = coverage[metric]
        expect(within, metric).toBeGreaterThanOrEqual(0.91)
        expect(within, metric).toBeLessThanOrEqual(0.995)
        expect(Math.max(below, above), metric).toBeLessThanOrEqual(0.06)
        expect(Math.abs(chance - reached), metric).toBeLessThanOrEqual(0.11)
      }
    },
    60_000,
  )
})
