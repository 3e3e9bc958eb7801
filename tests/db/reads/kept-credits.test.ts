import { expect, test } from 'vitest'
import type { ModelCredit } from '#db/ports/report-store.ts'
import type { QueryPlan } from '#db/reads/query-plan.ts'
import type { CreditsQuery } from '#db/reads/reports/sum-credits.ts'
import { type KeptCredits, createKeptCredits, sumKeptCredits } from '#db/reads/reports/kept-credits.ts'
import { countedRows } from '#db/reads/reports/segment-sql.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'

const rows = countedRows({ generation: 1, revision: 0, asOfPosition: 7, format: runStateFormat })
const days = Array.from({ length: 10 }, (_, index) => `2026-11-${20 + index}`)
const query: CreditsQuery = { from: days[0]!, to: days[1]!, models: ['first', 'last'], by: 'campaign' }
const amounts = { runs: 10, orders: 2, revenueCents: 4999, netRevenueCents: 100 }
const credits = days.flatMap((day) => [
  { day, model: 'first', key: 'sommer', ...amounts },
  { day, model: 'last', key: 'winter', ...amounts, runs: 3 },
])

/** Runs a plan whose queries are for the days and for credits in turn. Returns its result and the number of queries. */
function run(plan: QueryPlan<ModelCredit[] | undefined>, positions: readonly number[]) {
  const changed = positions.map((position, index) => ({ day: days[index]!, position }))
  let step = plan.next()
  let queries = 0
  for (; !step.done; queries += 1)
    step = plan.next(
      queries % 2 === 0 ? changed : credits.filter(({ day }) => changed.some((one) => one.day === day)),
    )
  return { sums: step.value, queries }
}

function sumOf(kept: KeptCredits, positions = [7, 7], over: Partial<CreditsQuery> = {}) {
  return run(sumKeptCredits(rows, { ...query, ...over }, kept), positions)
}

const expected = [
  { model: 'first', key: 'sommer', runs: 20, orders: 4, revenueCents: 9998, netRevenueCents: 200 },
  { model: 'last', key: 'winter', runs: 6, orders: 4, revenueCents: 9998, netRevenueCents: 200 },
]

test('credits are read once, until a day changes', () => {
  const kept = createKeptCredits()
  expect(sumOf(kept)).toEqual({ sums: expected, queries: 2 })
  expect(sumOf(kept)).toEqual({ sums: expected, queries: 1 })
  expect(sumOf(kept, [7])).toMatchObject({ sums: [{ runs: 10 }, { runs: 3 }], queries: 1 })
  expect(sumOf(kept, [7, 8]).queries).toBe(2)
})

test('credits of many days are read in parts', () => {
  const kept = createKeptCredits()
  const positions = days.map(() => 7)
  expect(sumOf(kept, positions)).toMatchObject({ sums: [{ runs: 100 }, { runs: 30 }], queries: 4 })
  expect(sumOf(kept, positions)).toMatchObject({ sums: [{ runs: 100 }, { runs: 30 }], queries: 1 })
  expect(sumOf(createKeptCredits({ maxNumbers: 400 }), positions)).toMatchObject({
    sums: undefined,
    queries: 3,
  })
})

test('other models, dimensions, funnels and prefixes of keys are read on their own', () => {
  const kept = createKeptCredits()
  sumOf(kept)
  const others: Partial<CreditsQuery>[] = [
    { models: ['last', 'first'] },
    { by: 'source' },
    { funnels: [] },
    { keyPrefix: 's' },
  ]
  expect(others.map((over) => sumOf(kept, [7, 7], over).queries)).toEqual([2, 2, 2, 2])
})

test('the credits of a single model are not kept', () => {
  expect(sumOf(createKeptCredits(), [7, 7], { models: ['first'] })).toEqual({ sums: undefined, queries: 0 })
})

test('credits that are too many to be kept are read only once', () => {
  const kept = createKeptCredits({ maxNumbers: 400 })
  expect(sumOf(kept)).toEqual({ sums: expected, queries: 2 })
  expect(sumOf(kept)).toEqual({ sums: undefined, queries: 1 })
  expect(sumOf(kept, [7])).toMatchObject({ queries: 2 })
  expect(sumOf(kept, [7])).toMatchObject({ queries: 1 })
})
