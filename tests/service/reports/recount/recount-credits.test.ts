import { expect, test } from 'vitest'
import { attributionModels, creditUnit } from '#domain/attribution/credit-touches.ts'
import { type ModelsReport, modelsContract } from '#domain/reports/attribution/shape.ts'
import { creditsOf, outcomeOf, within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'

// Compares every credit that the reports show with a credit computed independently from the raw events.

describeRecount('credits', (worlds) => {
  test('attribution, of all sources and of one source', () =>
    worlds().inEveryWorld(async ({ past, runs, range }) => {
      const counted = within(runs, range)
      const noConsent = counted.filter((run) => run.noConsent).length
      for (const by of ['channel', 'source', 'campaign'] as const) {
        const report = await worlds().ask(modelsContract.shape, 'attribution/models', {
          ...range,
          ...past,
          by,
        })
        expect([report.runs, report.withoutConsent?.runs ?? 0]).toEqual([counted.length, noConsent])
        const orders = counted.flatMap(({ order }) => order ?? [])
        const several = orders.filter(({ contacts }) => contacts > 1).length
        expect(report.severalContacts).toEqual(
          orders.length === 0
            ? null
            : { orders: several, ofOrders: orders.length, share: several / orders.length },
        )
        for (const model of attributionModels) {
          expectCredits(report, model, creditsOf(counted, model, by))
          const { completed, revenueCents, netRevenueCents } = outcomeOf(counted)
          expect(report.totals[model]).toMatchObject({
            runs: counted.length,
            orders: completed,
            revenueCents,
            netRevenueCents,
          })
        }
      }
      const report = await worlds().ask(modelsContract.shape, 'attribution/models', {
        ...range,
        ...past,
        by: 'campaign',
        source: 'a',
      })
      for (const model of attributionModels) {
        const ofSource = [...creditsOf(counted, model, 'sourceCampaign')]
          .map(([key, credits]) => [JSON.parse(key) as [string, string], credits] as const)
          .filter(([[source]]) => source === 'a')
        expectCredits(report, model, new Map(ofSource.map(([[, campaign], credits]) => [campaign, credits])))
      }
    }))

  test('a source has exactly the sum of its campaigns', () =>
    worlds().inEveryWorld(async ({ past, range }) => {
      const path = 'attribution/models'
      const { rows } = await worlds().ask(modelsContract.shape, path, { ...range, ...past, by: 'source' })
      for (const { key: source, models } of rows) {
        const query = { ...range, ...past, by: 'campaign', source }
        const { totals } = await worlds().ask(modelsContract.shape, path, query)
        expect(totals).toEqual(models)
      }
    }))

  test.each([{ by: 'channel' }, { by: 'source' }, { by: 'campaign', source: 'a' }] as const)(
    'the runs of each credit by %j',
    (of) =>
      worlds().inEveryWorld(async ({ past, runs, range, filter }) => {
        const model = filter.device === undefined ? 'position' : 'decay'
        const query = { ...range, ...past }
        const { rows } = await worlds().ask(modelsContract.shape, 'attribution/models', { ...query, ...of })
        for (const { key, models } of rows) {
          const { by, ...source } = of
          const figure = `credit:${model}:${by}:${key}`
          const list = await worlds().listRuns({ ...query, ...source, figure })
          const name = 'source' in of ? `sourceCampaign|${JSON.stringify([of.source, key])}` : `${by}|${key}`
          const contributing = within(runs, range).filter(({ credits }) => credits.has(`${model}|${name}`))
          expect(list.rows.map(({ runId }) => runId).toSorted()).toEqual(
            contributing.map(({ runId }) => runId).toSorted(),
          )
          expect(models[model]).toMatchObject(list.credited!)
          for (const what of ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const)
            expect(list.rows.reduce((sum, { credit }) => sum + credit![what], 0)).toBe(models[model][what])
        }
      }),
  )
})

/** Compares the credits exactly: fractions have a denominator that is a power of two, and cents are whole. */
function expectCredits(
  report: ModelsReport,
  model: (typeof attributionModels)[number],
  expected: ReturnType<typeof creditsOf>,
): void {
  const given = report.rows.map(({ key, models }) => ({ key, ...models[model] }))
  const keys = given.filter(({ runs, orders }) => runs > 0 || orders > 0).map(({ key }) => key)
  expect(keys.toSorted()).toEqual([...expected.keys()].toSorted())
  for (const { key, conversionRate: _, ...credits } of given) {
    const { runs = 0, orders = 0, revenueCents = 0, netRevenueCents = 0 } = expected.get(key) ?? {}
    expect(credits).toEqual({
      runs: runs / creditUnit,
      orders: orders / creditUnit,
      revenueCents,
      netRevenueCents,
    })
  }
}
