import { expect, test } from 'vitest'
import { attributionModels, creditUnit } from '#domain/attribution/credit-touches.ts'
import { attributionContract, modelsContract } from '#domain/reports/attribution/shape.ts'
import { dropOffContract, fieldsContract } from '#domain/reports/drop-off/shape.ts'
import { recordedVariantsContract } from '#domain/reports/experiments/recorded-shape.ts'
import { pathsContract } from '#domain/reports/paths/shape.ts'
import { creditsOf, matches, outcomeOf, within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import { rowOf, timesOf } from './recount-path-rows.ts'
import { onlyOrder, placedWithin } from './recount-placed.ts'
import { dropOffQuery } from './recount-request.ts'
import type { KnownRun } from './recount-runs.ts'
import { expectSame } from './recount-worlds.ts'

// Compares the reports filtered by variant with figures computed independently from the raw events. The other tests of
// this folder also filter by variant where reports have further filters.

const variants = ['interval:a', 'interval:b', 'earlier:a', '(none)']

describeRecount('variants', (worlds) => {
  test('attribution, by the day of the start and of the order', async () => {
    let [orders, placedOrders] = [0, 0]
    await worlds().inEveryWorld(
      async ({ number, past, runs, range }) => {
        const variant = variants[number % variants.length]!
        const own = runs.filter((run) => matches(run, { variant }))
        const started = within(own, range)
        const placed = placedWithin(own, range).map(onlyOrder)
        const query = { ...range, ...past, variant }
        for (const by of ['source', 'channel'] as const) {
          const report = await worlds().ask(modelsContract.shape, 'attribution/models', { ...query, by })
          const { completed, revenueCents, netRevenueCents } = outcomeOf(started)
          expect(report.runs).toBe(started.length)
          const ofDay = await worlds().ask(modelsContract.shape, 'attribution/models', {
            ...query,
            by,
            dayOf: 'order',
          })
          expect(ofDay.severalContacts?.ofOrders ?? 0).toBe(placed.length)
          for (const model of attributionModels) {
            expect(report.totals[model]).toMatchObject({
              runs: started.length,
              orders: completed,
              revenueCents,
              netRevenueCents,
            })
            expect(creditsIn(report.rows.map(({ key, models }) => ({ key, ...models[model] })))).toEqual(
              shown(creditsOf(started, model, by)),
            )
            const sum = outcomeOf(placed)
            expect(ofDay.totals[model]).toMatchObject({
              runs: started.length,
              orders: placed.length,
              revenueCents: sum.revenueCents,
              netRevenueCents: sum.netRevenueCents,
            })
          }
          const one = await worlds().ask(attributionContract.shape, 'attribution', {
            ...query,
            by,
            model: 'decay',
          })
          expect(one.totals).toEqual(report.totals.decay)
          orders += completed
          placedOrders += placed.length
        }
      },
      { seenAll: () => Math.min(orders, placedOrders) > 0 },
    )
  })

  test('the runs of each credit', async () => {
    let listed = 0
    await worlds().inEveryWorld(
      async ({ number, past, runs, range }) => {
        const variant = variants[number % variants.length]!
        const query = { ...range, ...past, variant }
        const report = await worlds().ask(modelsContract.shape, 'attribution/models', {
          ...query,
          by: 'source',
        })
        for (const { key, models } of report.rows) {
          const list = await worlds().listRuns({ ...query, figure: `credit:linear:source:${key}` })
          const expected = within(runs, range).filter(
            (run) => matches(run, { variant }) && run.credits.has(`linear|source|${key}`),
          )
          expectSame(idsOf(list.rows), idsOf(expected))
          expect(models.linear).toMatchObject(list.credited!)
          listed += expected.length
        }
      },
      { seenAll: () => listed > 0 },
    )
  })

  test('paths', () =>
    worlds().inEveryWorld(async ({ number, past, runs, range }) => {
      const variant = variants[number % variants.length]!
      const own = runs.filter((run) => matches(run, { variant }))
      for (const dayOf of ['start', 'order']) {
        const counted = dayOf === 'start' ? within(own, range) : placedWithin(own, range)
        const orders = counted.flatMap(({ order }) => order ?? [])
        const report = await worlds().ask(pathsContract.shape, 'attribution/paths', {
          ...range,
          ...past,
          variant,
          dayOf,
        })
        const expected = [...Map.groupBy(orders, ({ path }) => path)].map(([path, some]) => rowOf(path, some))
        expectSame(report.rows, expected)
        expect(report.sinceStart).toEqual(timesOf(orders.map(({ sinceStartMs }) => sinceStartMs)))
      }
    }))

  test('the recorded variants, whose figures add up to the whole', async () => {
    const seen = new Set<string>()
    await worlds().inEveryWorld(
      async (world) => {
        const { past, runs, range, funnel } = world
        const query = { ...range, ...past }
        const recorded = await worlds().ask(recordedVariantsContract.shape, 'experiments/variants', query)
        const inExperiments = within(runs, range).filter((run) => run.variant !== '(none)')
        expectSame(
          recorded.rows.map((row) => [row.funnel, `${row.experiment}:${row.variant}`, row.runs]),
          [...Map.groupBy(inExperiments, (run) => JSON.stringify([run.funnel, run.variant]))].map(
            ([key, own]) => [...(JSON.parse(key) as string[]), own.length],
          ),
        )
        const { filter: _, ...all } = { ...world, version: 1 }
        const requested = dropOffQuery({ ...all, filter: {} })
        const [whole, ...parts] = await Promise.all(
          [{}, ...variants.map((variant) => ({ variant }))].map(async (of) => ({
            of,
            stages: (
              await worlds().ask(dropOffContract.shape, 'drop-off', { ...requested, ...of })
            ).stages.map((stage) => stage.runs),
            refused: (
              await worlds().ask(fieldsContract.shape, 'drop-off/fields', { ...requested, ...of })
            ).rows.reduce((sum, row) => sum + row.runs, 0),
          })),
        )
        for (const [stage, started] of whole!.stages.entries())
          expect(parts.reduce((sum, part) => sum + part.stages[stage]!, 0)).toBe(started)
        expect(parts.reduce((sum, part) => sum + part.refused, 0)).toBe(whole!.refused)
        const ofReport = within(runs, range).filter((run) => run.funnel === funnel && run.version === 1)
        for (const run of ofReport) seen.add(run.variant)
      },
      { seenAll: () => variants.every((variant) => seen.has(variant)) },
    )
  })
})

const idsOf = (runs: readonly Pick<KnownRun, 'runId'>[]) => runs.map(({ runId }) => runId)

interface Amounts {
  runs: number
  orders: number
  revenueCents: number
  netRevenueCents: number
}

/** Returns the credits by key, without keys that have none. */
function creditsIn(rows: readonly (Amounts & { key: string })[]): Map<string, Amounts> {
  return new Map(
    rows
      .filter(({ runs, orders }) => runs > 0 || orders > 0)
      .map(({ key, runs, orders, revenueCents, netRevenueCents }) => [
        key,
        { runs, orders, revenueCents, netRevenueCents },
      ]),
  )
}

/** Returns expected credits as reports show them. */
function shown(credits: ReturnType<typeof creditsOf>): Map<string, Amounts> {
  return new Map(
    [...credits].map(([key, { runs, orders, ...cents }]) => [
      key,
      { runs: runs / creditUnit, orders: orders / creditUnit, ...cents },
    ]),
  )
}
