import { expect, test } from 'vitest'
import { attributionModels, creditUnit } from '#domain/attribution/credit-touches.ts'
import { attributionContract, modelsContract } from '#domain/reports/attribution/shape.ts'
import { overviewContract } from '#domain/reports/overview/shape.ts'
import { pathsContract } from '#domain/reports/paths/shape.ts'
import { rowOf, timesOf } from './recount-path-rows.ts'
import { creditsOf, figuresOf, salesOf, within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import { onlyOrder, placedOn, placedOverview, placedWithin } from './recount-placed.ts'
import { type KnownRun, knownRuns } from './recount-runs.ts'

// Compares the reports that count orders on the day of the order with figures computed independently from the raw events.

const dayOf = 'order'

describeRecount('orders by their own day', (worlds) => {
  test('overview', async () => {
    let later = 0
    await worlds().inEveryWorld(
      async ({ past, runs, range, before }) => {
        const report = await worlds().ask(overviewContract.shape, 'overview', { ...range, ...past, dayOf })
        expect(report.dayOf).toBe('order')
        expect(report.totals).toEqual(placedOverview(runs, range, before))
        for (const { funnel, ...figures } of report.funnels) {
          const own = runs.filter((run) => run.funnel === funnel)
          expect(figures).toEqual(placedOverview(own, range, before))
        }
        later += placedWithin(runs, range).filter((run) => placedOn(run) !== run.day).length
        // Without such orders, the test could not tell the two days apart.
      },
      { seenAll: () => later > 0 },
    )
  })

  test('overview by hour', () =>
    worlds().inEveryWorld(async ({ past, runs, range, before }) => {
      const query = { ...range, ...past, dayOf, per: 'hour' }
      const { totals } = await worlds().ask(overviewContract.shape, 'overview', query)
      const { days, daysBefore, ...sums } = placedOverview(runs, range, before)
      expect(totals).toMatchObject({ ...sums, days, daysBefore })
      for (const { day, hour, orders, revenueCents, netRevenueCents } of totals.hours!) {
        const own = placedWithin(runs, range).filter(
          ({ order }) => inBerlin.format(order!.at) === `${day} ${hour}`,
        )
        expect(salesOf(own)).toMatchObject({ orders, revenueCents, netRevenueCents })
      }
    }))

  test('attribution', () =>
    worlds().inEveryWorld(async ({ past, runs, range }) => {
      const [started, placed] = [within(runs, range), placedWithin(runs, range).map(onlyOrder)]
      for (const query of [{ by: 'channel' }, { by: 'campaign', source: 'a' }] as const) {
        const asked = { ...range, ...past, ...query, dayOf }
        const report = await worlds().ask(modelsContract.shape, 'attribution/models', asked)
        for (const model of attributionModels) {
          const [ofRuns, ofOrders] = [started, placed].map((some) => namedCredits(some, model, query))
          for (const { key, models } of report.rows)
            expect(models[model]).toEqual(creditOf(ofRuns!.get(key), ofOrders!.get(key)))
          const keys = new Set(report.rows.map(({ key }) => key))
          expect(keys).toEqual(keys.union(new Set(ofOrders!.keys())))
        }
        const several = placed.filter(({ order }) => order!.contacts > 1).length
        expect(report.severalContacts).toEqual(
          placed.length === 0
            ? null
            : { orders: several, ofOrders: placed.length, share: several / placed.length },
        )
      }
    }))

  test('attribution by one model is the same as by all', () =>
    worlds().inEveryWorld(async ({ past, range }) => {
      const query = { ...range, ...past, by: 'source', dayOf }
      const all = await worlds().ask(modelsContract.shape, 'attribution/models', query)
      const one = await worlds().ask(attributionContract.shape, 'attribution', { ...query, model: 'decay' })
      expect(one.totals).toEqual(all.totals.decay)
      for (const { key, ...credits } of one.rows)
        expect(all.rows.find((row) => row.key === key)?.models.decay).toEqual(credits)
    }))

  test('paths', () =>
    worlds().inEveryWorld(async ({ past, runs, range, funnel }) => {
      const ofFunnel = placedWithin(runs, range).filter((run) => run.funnel === funnel)
      const orders = ofFunnel.map(({ order }) => order!)
      const query = { ...range, ...past, funnel, dayOf }
      const report = await worlds().ask(pathsContract.shape, 'attribution/paths', query)
      const expected = [...Map.groupBy(orders, ({ path }) => path)].map(([path, own]) => rowOf(path, own))
      expect(report.orders).toBe(orders.length)
      expect(report.rows).toHaveLength(expected.length)
      expect(report.rows).toEqual(expect.arrayContaining(expected))
      expect(report.sinceContact).toEqual(timesOf(orders.map(({ sinceContactMs }) => sinceContactMs)))
      expect(report.sinceStart).toEqual(timesOf(orders.map(({ sinceStartMs }) => sinceStartMs)))
    }))

  test('the runs behind each figure of orders', () =>
    worlds().inEveryWorld(async ({ past, runs, range, filter, number }) => {
      const { weekday: _weekday, hour, ...rest } = filter
      const segment = number % 2 === 0 ? {} : { ...rest, ...(hour !== undefined && { hour }) }
      const placed = placedWithin(runs, range).filter((run) => hasSegment(run, segment))
      for (const [figure, isIn] of figuresOf(runs).filter(([name]) => figuresOfOrders.has(name))) {
        const expected = placed.filter(isIn)
        const list = await worlds().listRuns({ ...range, ...past, ...segment, figure, dayOf })
        const latest = expected.toSorted((a, b) => b.order!.at - a.order!.at || (a.runId < b.runId ? 1 : -1))
        expect([figure, list.rows.map(({ runId }) => runId)]).toEqual([
          figure,
          latest.map(({ runId }) => runId),
        ])
        const { orders, revenueCents, netRevenueCents } = salesOf(expected)
        expect(list.total).toBe(orders)
        expect(list.sums).toEqual({
          open: 0,
          abandoned: 0,
          completed: orders,
          revenueCents,
          netRevenueCents,
        })
      }
    }))

  test('the orders by which a figure has changed since', () =>
    worlds().inEveryWorld(async (world) => {
      const { delivered, events, range } = world
      if (events.length === delivered.length) return
      const now = knownRuns(delivered)
      const query = { ...range, ...world.past, dayOf, changes: 'only' }
      for (const [figure, isIn] of figuresOf(now).filter(([name]) => figuresOfOrders.has(name))) {
        const idsOf = (runs: readonly KnownRun[]) =>
          new Set(
            placedWithin(runs, range)
              .filter(isIn)
              .map(({ runId }) => runId),
          )
        const [then, today] = [idsOf(world.runs), idsOf(now)]
        const list = await worlds().listRuns({ ...query, figure })
        const of = (change: string) =>
          new Set(list.rows.filter((row) => row.change === change).map(({ runId }) => runId))
        expect([figure, of('added'), of('removed')]).toEqual([
          figure,
          today.difference(then),
          then.difference(today),
        ])
        expect(list.changes).toEqual({ added: of('added').size, removed: of('removed').size })
      }
    }))

  test('the runs of each credit', () =>
    worlds().inEveryWorld(async ({ past, runs, range }) => {
      const query = { ...range, ...past, dayOf }
      const report = await worlds().ask(modelsContract.shape, 'attribution/models', {
        ...query,
        by: 'source',
      })
      const placed = placedWithin(runs, range).map(onlyOrder)
      for (const { key, models } of report.rows) {
        const list = await worlds().listRuns({ ...query, figure: `credit:linear:source:${key}` })
        const expected = placed.filter(({ credits }) => credits.has(`linear|source|${key}`))
        expect(list.rows.map(({ runId }) => runId).toSorted()).toEqual(
          expected.map(({ runId }) => runId).toSorted(),
        )
        const { orders, revenueCents, netRevenueCents } = models.linear
        expect(list.credited).toEqual({ runs: 0, orders, revenueCents, netRevenueCents })
      }
    }))
})

const figuresOfOrders = new Set(['completed', 'paid', 'severalContacts', 'withdrawn', 'recovered'])

const inBerlin = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
})

/** Returns whether a run has the values of a filter. The hour is that of the order. */
function hasSegment(run: KnownRun, { hour, ...segment }: Readonly<Record<string, string>>): boolean {
  const [first = '', last = first] = hour?.split('-') ?? []
  const own = inBerlin.format(run.order!.at).slice(-2)
  return (
    (hour === undefined || (own >= first && own <= last)) &&
    Object.entries(segment).every(([name, value]) => run[name as keyof KnownRun] === value)
  )
}

type Credits = ReturnType<typeof creditsOf>

function namedCredits(
  runs: readonly KnownRun[],
  model: string,
  { by, ...of }: { by: string; source?: string },
): Credits {
  if (of.source === undefined) return creditsOf(runs, model, by)
  const pairs = [...creditsOf(runs, model, 'sourceCampaign')].map(
    ([key, credit]) => [JSON.parse(key) as [string, string], credit] as const,
  )
  return new Map(
    pairs.filter(([[source]]) => source === of.source).map(([[, campaign], credit]) => [campaign, credit]),
  )
}

const none = { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }

/** Returns the credit of a key: the orders that were placed on the days, and the rate of the runs that started. */
function creditOf(ofRuns = none, ofOrders = none) {
  const { orders, revenueCents, netRevenueCents } = ofOrders
  return {
    runs: ofRuns.runs / creditUnit,
    orders: orders / creditUnit,
    revenueCents,
    netRevenueCents,
    conversionRate: ofRuns.runs === 0 ? 0 : Math.min(1, ofRuns.orders / ofRuns.runs),
  }
}
