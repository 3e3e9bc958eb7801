import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributionModels, creditUnit } from '#domain/attribution.ts'
import { ordersReportSchema } from '#domain/report-shapes.ts'
import { type ModelsReport, modelsSchema } from '#domain/reports/attribution-shapes.ts'
import { overviewSchema } from '#domain/reports/overview-shapes.ts'
import { qualitySchema } from '#domain/reports/quality-shapes.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type Range, creditsOf, outcomeOf, overviewOf, within } from './second-way-figures.ts'
import { berlin } from './second-way-runs.ts'
import { type Worlds, expectSame, openWorlds, secondWayEngines } from './second-way-worlds.ts'

// Every figure of the other reports, asked over HTTP, against one that is counted from the raw events.

const databases = postgresDatabases('file')

describe.each(secondWayEngines(databases))(
  'overview, credits, orders and quality of random runs on $name',
  { timeout: 120_000 },
  (engine) => {
    let worlds: Worlds
    beforeAll(async () => {
      worlds = await openWorlds(engine)
    }, 120_000)
    afterAll(() => worlds.close())

    test('overview', () =>
      worlds.inEveryWorld(async ({ past, runs, range, before }) => {
        const report = await worlds.ask(overviewSchema, 'overview', { ...range, ...past })
        expect(report).toMatchObject({ ...range, before, ...overviewOf(runs, range, before) })
      }))

    test('attribution, and of one source', () =>
      worlds.inEveryWorld(async ({ past, runs, range }) => {
        const counted = within(runs, range)
        const noConsent = counted.filter((run) => run.noConsent).length
        for (const by of ['source', 'campaign'] as const) {
          const report = await worlds.ask(modelsSchema, 'attribution/models', { ...range, ...past, by })
          expect([report.runs, report.withoutConsent?.runs ?? 0]).toEqual([counted.length, noConsent])
          for (const model of attributionModels) {
            expectCredits(report, model, creditsOf(counted, model, by))
            const { completed, revenueCents } = outcomeOf(counted)
            expect(report.totals[model]).toMatchObject({
              runs: counted.length,
              orders: completed,
              revenueCents,
            })
          }
        }
        const report = await worlds.ask(modelsSchema, 'attribution/models', {
          ...range,
          ...past,
          by: 'campaign',
          source: 'a',
        })
        for (const model of attributionModels) {
          const ofSource = [...creditsOf(counted, model, 'sourceCampaign')]
            .map(([key, credits]) => [JSON.parse(key) as [string, string], credits] as const)
            .filter(([[source]]) => source === 'a')
          expectCredits(
            report,
            model,
            new Map(ofSource.map(([[, campaign], credits]) => [campaign, credits])),
          )
        }
      }))

    test('orders, also those of robots', () =>
      worlds.inEveryWorld(async ({ past, events, range }) => {
        const report = await worlds.ask(ordersReportSchema, 'orders', { ...range, ...past })
        const orders = events.filter(({ type, at }) => type === 'complete' && inRange(berlin(at), range))
        const told = report.rows.map(({ runId, time, priceCents, status }) => [
          runId,
          time,
          priceCents,
          status,
        ])
        const expected = orders.map(({ runId, at, data }) => {
          const { priceCents } = data as { priceCents: number }
          const has = (type: string) => events.some((event) => event.runId === runId && event.type === type)
          const status = has('withdrawn') ? 'withdrawn' : has('paid') ? 'paid' : 'ordered'
          return [runId, new Date(at).toISOString(), priceCents, status]
        })
        expectSame(told, expected)
        const times = told.map(([, time]) => `${time}`)
        expect(times).toEqual([...times].sort().toReversed())
      }))

    test('quality of the data', () =>
      worlds.inEveryWorld(async ({ delivered: events, range, receivedOn }) => {
        const issues = [{ path: 'data.seconds', code: 'too_small' }]
        const refusal = {
          receivedAt: worlds.reports.service.clock.now(),
          type: 'step',
          funnel: 'anmeldung',
          issues,
        }
        const [repeated, rejected] = [events.slice(1), [refusal, refusal]]
        await worlds.reports.append(...repeated)
        const { log } = worlds.reports.service.store
        await log.append({ events: [], rejected, now: refusal.receivedAt, dedupeWindowMs: 0 })
        const report = await worlds.ask(qualitySchema, 'quality', range)
        const robots = events.filter(({ meta }) => meta.bot).length
        const waterfall = {
          received: events.length + repeated.length + rejected.length,
          duplicates: repeated.length,
          rejected: rejected.length,
          stored: events.length,
          robots,
          counted: events.length - robots,
        }
        if (inRange(receivedOn, range)) {
          expect(report.days.find((one) => one.day === receivedOn)).toEqual({ day: receivedOn, ...waterfall })
          expect(report.totals).toEqual(waterfall)
          expect(report.rejections).toMatchObject([{ type: 'step', ...issues[0], count: 2 }])
        } else expect(report.totals).toMatchObject({ received: 0, stored: 0 })
      }))
  },
)

/** Each run is rounded once for each key. */
function expectCredits(
  report: ModelsReport,
  model: (typeof attributionModels)[number],
  expected: ReturnType<typeof creditsOf>,
): void {
  const given = report.rows.map(({ key, models }) => ({ key, ...models[model] }))
  const keys = given.filter(({ runs, orders }) => runs > 0 || orders > 0).map(({ key }) => key)
  expect(keys.toSorted()).toEqual([...expected.keys()].toSorted())
  for (const { key, ...credits } of given) {
    const { runs = 0, orders = 0, revenueCents = 0 } = expected.get(key) ?? {}
    expect(Math.abs(credits.runs - runs / creditUnit)).toBeLessThan(1e-6)
    expect(Math.abs(credits.orders - orders / creditUnit)).toBeLessThan(1e-6)
    expect(Math.abs(credits.revenueCents - revenueCents)).toBeLessThanOrEqual(5)
  }
}

const inRange = (one: string, { from, to }: Range) => one >= from && one <= to
