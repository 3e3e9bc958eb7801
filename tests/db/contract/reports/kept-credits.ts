import { describe, expect, test } from 'vitest'
import type { AttributionDelta, CountedRun, ProjectionCommit } from '#db/ports/projection-store.ts'
import type { ModelCredit, ModelsQuery } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { attributionModels, isPlaced } from '#domain/attribution/credit-touches.ts'
import { dailyKey } from '#domain/reports/daily-keys.ts'
import { kindOf } from '#domain/runs/measure-families.ts'
import { creditDay, creditsUnder } from '#domain/runs/run-credits.ts'
import { type RunState, runStateFormat } from '#domain/runs/run-state.ts'
import { type OpenStore, projectionCommit, testStores } from '#tests/db/contract/setup.ts'
import { dumpOf, testRandomChanges } from './random-changes.ts'

const days = ['2026-11-20', '2026-11-21'] as const
const base: ModelsQuery = {
  from: days[0],
  to: days[1],
  funnels: ['anmeldung', 'abmeldung'],
  by: 'campaign',
  kinds: ['stage', 'completed'],
}

/** Queries that differ in one thing each, so that sums of one query are wrong for any other. */
const queries: ModelsQuery[] = [
  base,
  { ...base, from: days[1] },
  { ...base, to: days[0], kinds: ['completed'] },
  { ...base, funnels: ['abmeldung'] },
  { ...base, models: ['first'] },
  { ...base, models: ['last', 'linear'] },
  { ...base, by: 'source' },
  { ...base, keyPrefix: '(n' },
  { ...base, by: 'path' },
  { ...base, by: 'placed:campaign' },
  { ...base, by: 'placed:campaign', from: days[1] },
  { ...base, daily: true },
  { ...base, by: 'placed:campaign', daily: true },
]

/** Returns the same text for the same rows, in whatever order they are. */
function textsOf(rows: readonly ModelCredit[], measures: readonly { measure: string; runs: number }[]) {
  return [
    ...rows.map(({ model, key, runs, orders, revenueCents, netRevenueCents }) =>
      [model, key, runs, orders, revenueCents, netRevenueCents].join(' '),
    ),
    ...measures.map(({ measure, runs }) => `${measure} ${runs}`),
  ].toSorted()
}

interface Counted {
  day: string
  funnel: string
  state: RunState
  measures: readonly string[]
}

function countedRun({ day, funnel, state, measures }: CountedRun): Counted {
  const parsed = (typeof state === 'string' ? JSON.parse(state) : state) as RunState
  return { day, funnel, state: parsed, measures }
}

/** Computes the report run by run. */
function recount(runs: readonly Counted[], query: ModelsQuery): string[] {
  const { from, to, by, models = attributionModels, keyPrefix = '', untouchedSince = Infinity } = query
  const isIn = (day: string) => day >= from && day <= to
  const selected = runs.filter(
    ({ funnel, state }) => query.funnels.includes(funnel) && state.lastPosition <= untouchedSince,
  )
  const sums = new Map<string, ModelCredit>()
  for (const { funnel, state } of selected) {
    if (isPlaced(by) && !state.order) continue
    const day = creditDay(state, by)
    if (!isIn(day)) continue
    for (const credit of models.flatMap((model) => creditsUnder(state, model, by))) {
      if (!credit.key.startsWith(keyPrefix)) continue
      const key = query.daily ? dailyKey(funnel, day, credit.key) : credit.key
      const name = `${credit.model} ${key}`
      const sum = sums.get(name) ?? {
        model: credit.model,
        key,
        runs: 0,
        orders: 0,
        revenueCents: 0,
        netRevenueCents: 0,
      }
      sum.runs += credit.runs
      sum.orders += credit.orders
      sum.revenueCents += credit.revenueCents
      sum.netRevenueCents += credit.netRevenueCents
      sums.set(name, sum)
    }
  }
  const counts = new Map<string, number>()
  for (const measure of selected.filter(({ day }) => isIn(day)).flatMap((run) => run.measures))
    if (query.kinds.includes(kindOf(measure))) counts.set(measure, (counts.get(measure) ?? 0) + 1)
  return textsOf(
    [...sums.values()],
    [...counts].map(([measure, number]) => ({ measure, runs: number })),
  )
}

async function read({ reports }: Store, query: ModelsQuery): Promise<string[]> {
  const { rows, measures } = await reports.attributionModels(query)
  return textsOf(rows, measures)
}

const credit = (over: Partial<AttributionDelta> = {}): AttributionDelta => ({
  funnel: 'anmeldung',
  day: days[0],
  model: 'linear',
  dimension: 'campaign',
  key: 'sommer',
  runs: 10,
  orders: 2,
  revenueCents: 4999,
  netRevenueCents: 100,
  ...over,
})

const onEachDay = (runs: number) => ({ attribution: days.map((day) => credit({ day, runs })) })

async function commit({ projections }: Store, over: Partial<ProjectionCommit>): Promise<void> {
  const to = (over.from ?? 0) + 1
  expect(await projections.commit(projectionCommit({ format: runStateFormat, to, ...over }))).toBe(
    'committed',
  )
}

export function keptCreditsContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('sums of credits that are kept of earlier queries', () => {
    testRandomChanges(openStore, (store) => {
      const seen = new Set<string>()
      return {
        async afterEach() {
          const runs = (await dumpOf(store)).runs.map(countedRun)
          const last = Math.max(0, ...runs.map(({ state }) => state.lastPosition))
          for (const query of queries)
            for (const untouchedSince of [undefined, Math.floor(last * 0.7)]) {
              const wanted = { ...query, ...(untouchedSince !== undefined && { untouchedSince }) }
              expect(await read(store, wanted), JSON.stringify(wanted)).toEqual(recount(runs, wanted))
            }
          for (const { day, state } of runs) {
            if (state.order) seen.add(creditDay(state, 'placed:campaign') === day ? 'same day' : 'next day')
            seen.add(day)
          }
        },
        atEnd() {
          expect(seen).toEqual(new Set(['same day', 'next day', ...days]))
        },
      }
    })

    test('leave out sums that have become zero', async () => {
      const store = await openStore()
      const others = [credit({ model: 'decay', key: 'winter' }), credit({ model: 'first', day: days[1] })]
      await commit(store, { attribution: [credit(), ...others] })
      const listed = async () =>
        (await store.reports.attributionModels(base)).rows
          .map(({ model, key }) => `${model} ${key}`)
          .toSorted()
      expect(await listed()).toEqual(['decay winter', 'first sommer', 'linear sommer'])
      const gone = credit({ runs: -10, orders: -2, revenueCents: -4999, netRevenueCents: -100 })
      await commit(store, { from: 1, attribution: [gone] })
      expect(await listed()).toEqual(['decay winter', 'first sommer'])
    })

    test('are not used for credits by the day of the order, whose changes are not recorded', async () => {
      const store = await openStore()
      const attribution = [credit(), credit({ dimension: 'placed:campaign', day: days[1] })]
      const orders = async (by: ModelsQuery['by']) =>
        (await store.reports.attributionModels({ ...base, by })).rows.map((row) => row.orders)
      for (const [from, sum] of [2, 4].entries()) {
        await commit(store, { from, attribution })
        expect([await orders('campaign'), await orders('placed:campaign')]).toEqual([[sum], [sum]])
      }
    })

    test('are not used for rows of a format that does not record changed days', async () => {
      const store = await openStore()
      await commit(store, { format: 12, days: [], attribution: [credit()] })
      const { rows } = await store.reports.attributionModels({ ...base, kinds: [] })
      expect(rows).toMatchObject([{ model: 'linear', key: 'sommer', runs: 10 }])
    })

    test('are exact up to the largest safe integer, and above it equal to sums that are not kept', async () => {
      const store = await openStore()
      await commit(store, onEachDay(2 ** 52 - 1))
      const { rows } = await store.reports.attributionModels(base)
      expect(rows.map(({ runs }) => runs)).toEqual([2 ** 53 - 2])
      await commit(store, { from: 1, ...onEachDay(1) })
      // The sums of `attribution` are not kept. PostgreSQL rejects unsafe ones.
      const [models, one] = await Promise.allSettled([
        store.reports.attributionModels(base),
        store.reports.attribution({ from: base.from, to: base.to, model: 'linear', by: 'campaign' }),
      ])
      expect(models.status).toBe(one.status)
      if (models.status === 'fulfilled') expect(models.value.rows[0]?.runs).toBe(2 ** 53)
    })
  })
}
