import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributionModels, creditUnit, storedDimensions } from '#domain/attribution/credit-touches.ts'
import { attributionReport } from '#domain/reports/attribution/compute.ts'
import { attributionContract } from '#domain/reports/attribution/shape.ts'
import { creditsUnder, runCredits } from '#domain/runs/run-credits.ts'
import { orderSource } from '#domain/runs/run-touches.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { foldRun } from '#tests/domain/runs/fold-run.ts'

const day = 24 * 3600 * 1000
const about = {
  from: '2026-11-01',
  to: '2026-11-30',
  model: 'linear',
  by: 'source',
  funnel: null,
  dayOf: 'start',
  asOfPosition: 9,
} as const

const bySource = (state: RunState, model: string) =>
  runCredits(state)
    .filter((one) => one.model === model && one.dimension === 'source')
    .map(({ key, runs, orders, revenueCents }) => [key, runs / creditUnit, orders / creditUnit, revenueCents])

test('credits a run to the touches of its start and its order to those of the complete', () => {
  const google = { at: noon - day, source: 'google' }
  const bing = { at: noon + 1, source: 'bing' }
  const state = foldRun(
    storedEvent('start', { meta: { touches: [google] } }),
    storedEvent('complete', { at: noon + day, meta: { touches: [google, bing] } }),
  )
  expect(bySource(state, 'last')).toEqual([
    ['google', 1, 0, 0],
    ['bing', 0, 1, 4999],
  ])
  expect(bySource(state, 'linear')).toEqual([
    ['google', 1, 0.5, 2500],
    ['bing', 0, 0.5, 2499],
  ])
  expect(orderSource(state)).toBe('bing')
})

test('a touch more than 7 days before the start gets no credit, even for a later order', () => {
  const touches = [{ at: noon - 7 * day - 1, source: 'old' }]
  const state = foldRun(
    storedEvent('start', { meta: { touches } }),
    storedEvent('complete', { meta: { touches } }),
  )
  expect(bySource(state, 'first')).toEqual([['(none)', 1, 1, 4999]])
  expect(orderSource(state)).toBe('(none)')
})

test('a touch credited at the start is also credited for an order days later', () => {
  const touches = [{ at: noon - 6 * day, source: 'google' }]
  const meta = { meta: { touches } }
  const state = foldRun(storedEvent('start', meta), storedEvent('complete', { at: noon + 3 * day, ...meta }))
  expect(bySource(state, 'first')).toEqual([['google', 1, 1, 4999]])
})

test.each([
  [0, 'google'],
  [1, '(none)'],
])('measures the 7 days by the clock of the touches: %i ms more is %s', (more, key) => {
  const fast = 3 * 3600 * 1000
  const touches = [{ at: noon + fast - 7 * day - more, source: 'google' }]
  const start = storedEvent('start', { at: noon, occurredAt: noon + fast, meta: { touches } })
  expect(bySource(foldRun(start), 'first')).toEqual([[key, 1, 0, 0]])
})

test.each([0, 1, 2])(
  'with %i touches, the credits of a run are those of each model and dimension',
  (count) => {
    const touches = ['google', 'bing']
      .slice(0, count)
      .map((source, index) => ({ at: noon - day + index, source }))
    const meta = { meta: { touches } }
    const state = foldRun(storedEvent('start', meta), storedEvent('complete', { at: noon + day, ...meta }))
    const divided = attributionModels.flatMap((model) =>
      storedDimensions.flatMap((dimension) => creditsUnder(state, model, dimension)),
    )
    expect(runCredits(state)).toEqual(divided)
  },
)

test('a robot gets no credit', () => {
  expect(runCredits(foldRun(storedEvent('start', { meta: { bot: true } }), storedEvent('complete')))).toEqual(
    [],
  )
})

const credited = (key: string, revenueCents: number, orders = 1) => ({
  key,
  runs: creditUnit,
  orders: orders * creditUnit,
  revenueCents,
  netRevenueCents: 0,
})

test('sorts rows by revenue, then key, and omits those without credit', () => {
  const report = attributionReport(about, [
    credited('b', 100),
    credited('c', 200),
    credited('a', 100, 2),
    { key: 'gone', runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 },
  ])
  expect(report.rows.map(({ key }) => key)).toEqual(['c', 'a', 'b'])
  // Row `a` has more orders than runs. Its conversion rate would be 2, but is capped at 1.
  expect(report.rows[1]).toMatchObject({ runs: 1, orders: 2, conversionRate: 1 })
  expect(attributionContract.shape.parse(report)).toEqual(report)
})

test('rows sum to the totals exactly, in floating point and in any order', () => {
  const credits = fc.record({
    key: fc.string(),
    runs: fc.nat({ max: 2 ** 30 }),
    orders: fc.nat({ max: 2 ** 30 }),
    revenueCents: fc.nat(),
    netRevenueCents: fc.nat(),
  })
  fc.assert(
    fc.property(fc.uniqueArray(credits, { selector: ({ key }) => key }), (rows) => {
      const report = attributionReport(about, rows)
      for (const name of ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const)
        for (const order of [report.rows, report.rows.toReversed()])
          expect(order.reduce((sum, row) => sum + row[name], 0)).toBe(report.totals[name])
    }),
  )
})
