import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { experimentsReport } from '#domain/reports/experiments/compute.ts'
import { noon } from '#tests/build-events.ts'

/** Plans for step 4 with these shares of orders among the 100 runs that reached it. */
const planFor = (orders: number, lift: number) => {
  const recent = [
    { measure: 'stage:3', runs: 100 - orders },
    { measure: 'completed', runs: orders },
  ]
  const counts = [{ funnel: anmeldung, byVariant: [], recent }]
  return experimentsReport({ asOfPosition: 0, lift, now: noon }, counts).plans.at(-1)!
}

test('a plan says for which share of orders it is made', () => {
  expect(planFor(40, 20)).toMatchObject({ step: 4, rate: 0.4, plannedRate: 0.48 })
  expect(planFor(90, 10)).toMatchObject({ rate: 0.9, plannedRate: 0.95 })
})

test.each([
  [0, 10],
  [90, 12],
  [100, 1],
])('there is no plan for %d orders and a change of %d %%', (orders, lift) => {
  expect(planFor(orders, lift)).toMatchObject({ plannedRate: null, neededRuns: null, neededDays: null })
})
