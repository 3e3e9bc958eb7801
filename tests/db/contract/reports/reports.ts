import { describe, expect, test } from 'vitest'
import type { AttributionDelta, DropOffCount, OrderRow } from '#db/ports/projection-store.ts'
import type { Counts } from '#db/ports/report-store.ts'
import { type RunSegment, segmentKindNames, segmentPart } from '#domain/runs/dimensions.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { order } from './projections.ts'
import {
  changesOf,
  type OpenStore,
  day,
  testStores,
  projectionCommit,
  runRow,
  runSegment,
} from '#tests/db/contract/setup.ts'
import { afterOrder, ordersQuery } from '#tests/db/orders-query.ts'

const google = runSegment({ source: 'google', medium: 'cpc', campaign: 'herbst' })
const bing = runSegment({
  device: 'desktop',
  browser: 'Firefox',
  os: 'Windows',
  source: 'bing',
  medium: 'cpc',
  campaign: 'herbst',
  reason: 'ausland',
  consent: 'marketing',
  hour: '23',
})
const range = { from: '2026-11-20', to: '2026-11-22' }

/** Returns deltas as the projector writes them: one for the segment in each kind, and one for the total of all runs. */
function both(segment: RunSegment, over: Partial<DropOffCount> = {}): DropOffCount[] {
  const delta = { funnel: 'anmeldung', version: 1, day: '2026-11-20', measure: 'stage:0', runs: 1, ...over }
  return [
    ...segmentKindNames.map((kind) => ({ ...delta, segment: segmentPart(segment, kind) })),
    { ...delta, segment: null },
  ]
}

async function fillDropOff(store: Store) {
  const dropOff = [
    ...both(google, { runs: 5 }),
    ...both(google, { runs: 2, day: '2026-11-22', measure: 'completed' }),
    ...both(bing, { runs: 3 }),
    ...both(bing, { runs: 1, measure: 'completed' }),
    ...both(google, { runs: 7, day: '2026-11-19' }),
    ...both(google, { runs: 7, day: '2026-11-23' }),
    ...both(google, { runs: 7, funnel: 'abmeldung' }),
  ]
  await store.projections.commit(
    projectionCommit({ format: runStateFormat, to: 9, dropOff: changesOf(dropOff) }),
  )
  return store
}

const sorted = (measures: { measure: string; runs: number }[]) =>
  measures.toSorted((a, b) => a.measure.localeCompare(b.measure))

const plain = (groups: Counts['groups']) =>
  groups
    .map(({ funnel, key, measures }) => [
      `${funnel} ${key}`,
      sorted(measures).map(({ measure, runs }) => `${measure}=${runs}`),
    ])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1))

const credit = (over: Partial<AttributionDelta> = {}): AttributionDelta => ({
  funnel: 'anmeldung',
  day: '2026-11-20',
  model: 'linear',
  dimension: 'source',
  key: 'google',
  runs: 10,
  orders: 2,
  revenueCents: 4999,
  netRevenueCents: 100,
  ...over,
})

async function fillOrders(store: Store) {
  const orders = Array.from({ length: 25 }, (_, index): OrderRow => ({
    ...order,
    orderId: `o${index}`,
    position: index + 1,
    lastPosition: index + 1,
    // The orders form groups of three with equal times, so that some pages end within a group.
    at: noon + Math.floor(index / 3) * (day / 4),
    day: new Date(noon + Math.floor(index / 3) * (day / 4)).toISOString().slice(0, 10),
    funnel: index % 2 ? 'anmeldung' : 'abmeldung',
  }))
  await store.projections.commit(projectionCommit({ orders }))
  return { store, orders }
}

export function reportsContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('counts', () => {
    const anmeldung = { funnels: ['anmeldung'], ...range, segment: {}, kinds: ['stage', 'completed'] }

    test('sum days, both ends included, over all segments', async () => {
      const store = await fillDropOff(await openStore())
      const report = await store.reports.counts(anmeldung)
      expect(report.asOfPosition).toBe(9)
      expect(plain(report.groups)).toEqual([['anmeldung ', ['completed=3', 'stage:0=8']]])
    })

    test.each([
      [{ source: 'google' }, ['completed=2', 'stage:0=5']],
      [{ device: 'desktop' }, ['completed=1', 'stage:0=3']],
      [{ medium: 'cpc' }, ['completed=3', 'stage:0=8']],
      [{ reason: 'ausland' }, ['completed=1', 'stage:0=3']],
      [{ campaign: 'herbst', source: 'bing' }, ['completed=1', 'stage:0=3']],
      [{ campaign: 'winter' }, []],
      [{ browser: 'Firefox' }, ['completed=1', 'stage:0=3']],
      [{ os: 'iOS' }, ['completed=2', 'stage:0=5']],
      [{ entry: '/' }, ['completed=3', 'stage:0=8']],
      [{ consent: 'marketing', device: 'desktop' }, ['completed=1', 'stage:0=3']],
      [{ hour: '12' }, ['completed=2', 'stage:0=5']],
      [{ weekday: 'friday' }, ['completed=1', 'stage:0=8']],
      [{ weekday: 'sunday', browser: 'Safari' }, ['completed=2']],
      [{ weekday: 'monday' }, []],
    ])('filter by %o', async (segment, expected) => {
      const store = await fillDropOff(await openStore())
      const { groups } = await store.reports.counts({ ...anmeldung, segment })
      expect(plain(groups).flatMap(([, measures]) => measures)).toEqual(expected)
    })

    test('are grouped by funnel, and by day or a value of the segment', async () => {
      const store = await fillDropOff(await openStore())
      const read = async (over: object) =>
        plain(
          (await store.reports.counts({ ...anmeldung, funnels: ['anmeldung', 'abmeldung'], ...over })).groups,
        )
      expect(await read({ by: 'day' })).toEqual([
        ['abmeldung 2026-11-20', ['stage:0=7']],
        ['anmeldung 2026-11-20', ['completed=1', 'stage:0=8']],
        ['anmeldung 2026-11-22', ['completed=2']],
      ])
      expect(await read({ by: 'source' })).toEqual([
        ['abmeldung google', ['stage:0=7']],
        ['anmeldung bing', ['completed=1', 'stage:0=3']],
        ['anmeldung google', ['completed=2', 'stage:0=5']],
      ])
      expect(await read({ by: 'campaign', segment: { device: 'desktop' } })).toEqual([
        ['anmeldung herbst', ['completed=1', 'stage:0=3']],
      ])
      expect(await read({ by: 'medium', kinds: ['completed', 'order'] })).toEqual([
        ['anmeldung cpc', ['completed=3']],
      ])
      expect(await read({ by: ['day', 'device'], segment: { source: 'google' } })).toEqual([
        ['abmeldung ["2026-11-20","mobile"]', ['stage:0=7']],
        ['anmeldung ["2026-11-20","mobile"]', ['stage:0=5']],
        ['anmeldung ["2026-11-22","mobile"]', ['completed=2']],
      ])
      expect(await read({ by: 'hour', segment: { weekday: 'friday' } })).toEqual([
        ['abmeldung 12', ['stage:0=7']],
        ['anmeldung 12', ['stage:0=5']],
        ['anmeldung 23', ['completed=1', 'stage:0=3']],
      ])
      expect(await read({ by: ['browser', 'weekday'] })).toEqual([
        ['abmeldung ["Safari","friday"]', ['stage:0=7']],
        ['anmeldung ["Firefox","friday"]', ['completed=1', 'stage:0=3']],
        ['anmeldung ["Safari","friday"]', ['stage:0=5']],
        ['anmeldung ["Safari","sunday"]', ['completed=2']],
      ])
      expect(await read({ funnels: [] })).toEqual([])
    })

    test('are counted run by run for dimensions that no stored sum combines', async () => {
      const store = await openStore()
      const runs = [
        runRow({ segment: google, measures: ['stage:0'] }),
        runRow({ segment: google, measures: ['completed'] }),
        runRow({ segment: google, measures: [] }),
        runRow({ segment: google, measures: ['stage:0'], lastPosition: 8 }),
        runRow({ segment: google, measures: ['stage:0'], day: '2026-11-23' }),
        runRow({ segment: google, measures: ['stage:0'], version: 2 }),
        runRow({ segment: bing, measures: ['completed'] }),
      ]
      await store.projections.commit(projectionCommit({ format: runStateFormat, to: 9, runs }))
      const read = async (over: object) => {
        const { groups } = await store.reports.counts({ ...anmeldung, versions: [1], ...over })
        return plain(groups)
      }
      const segment = { campaign: 'herbst', browser: 'Safari' }
      expect(await read({ segment })).toEqual([['anmeldung ', ['completed=1', 'stage:0=2']]])
      expect(await read({ segment, untouchedSince: 7 })).toEqual([
        ['anmeldung ', ['completed=1', 'stage:0=1']],
      ])
      expect(await read({ segment: { ...segment, weekday: 'sunday' } })).toEqual([])
      expect(await read({ by: ['source', 'hour'] })).toEqual([
        ['anmeldung ["bing","23"]', ['completed=1']],
        ['anmeldung ["google","12"]', ['completed=1', 'stage:0=2']],
      ])
    })

    test('by a new dimension are unavailable while rows of an older format are rebuilt', async () => {
      const store = await openStore()
      const dropOff = both(google).filter(({ segment }) => !segment || segment.kind === 'campaign')
      await store.projections.commit(projectionCommit({ format: 6, dropOff: changesOf(dropOff) }))
      const read = async (over: object) =>
        plain((await store.reports.counts({ ...anmeldung, ...over })).groups)
      expect(await read({ by: 'device' })).toEqual([['anmeldung mobile', ['stage:0=1']]])
      expect(await read({ segment: { weekday: 'friday' } })).toEqual([['anmeldung ', ['stage:0=1']]])
      await expect(read({ by: 'browser' })).rejects.toThrow(StoreUnavailable)
      await expect(read({ segment: { hour: '12' } })).rejects.toThrow(StoreUnavailable)
    })

    test('cover all versions or the requested ones', async () => {
      const store = await fillDropOff(await openStore())
      const newer = [
        ...both(bing, { version: 2, runs: 4, day: '2026-11-21' }),
        ...both(bing, { version: 3, runs: 1, day: '2026-11-24' }),
        ...both(bing, { version: 4, runs: 1 }),
        ...both(bing, { version: 4, runs: -1 }),
      ]
      await store.projections.commit(
        projectionCommit({ format: runStateFormat, from: 9, to: 10, dropOff: changesOf(newer) }),
      )
      const read = async (over: object = {}) => {
        const { groups } = await store.reports.counts({ ...anmeldung, ...over })
        return plain(groups).flatMap(([, measures]) => measures!)
      }
      expect(await read({ versions: [2] })).toEqual(['stage:0=4'])
      expect(await read({ versions: [2], segment: { source: 'google' } })).toEqual([])
      expect(await read({ versions: [1] })).toEqual(['completed=3', 'stage:0=8'])
      expect(await read({ versions: [1, 2] })).toEqual(['completed=3', 'stage:0=12'])
      expect(await read({ versions: [1, 2, 4], to: '2026-11-20' })).toEqual(['completed=1', 'stage:0=8'])
      expect(await read()).toEqual(['completed=3', 'stage:0=12'])
    })

    test('are empty without runs', async () => {
      const store = await openStore()
      expect(await store.reports.counts(anmeldung)).toEqual({ asOfPosition: 0, groups: [] })
    })
  })

  describe('the attribution report', () => {
    test('sums credit by key for one model and one dimension', async () => {
      const store = await openStore()
      const attribution = [
        credit(),
        credit({ day: '2026-11-22' }),
        credit({ funnel: 'abmeldung', runs: 1, orders: 0, revenueCents: 1 }),
        credit({ key: 'bing', runs: 1, orders: 1, revenueCents: 1 }),
        credit({ day: '2026-11-23' }),
        credit({ model: 'first' }),
        credit({ dimension: 'medium' }),
      ]
      await store.projections.commit(projectionCommit({ to: 4, attribution }))
      const read = async (over = {}) => {
        const report = await store.reports.attribution({ ...range, model: 'linear', by: 'source', ...over })
        return { ...report, rows: report.rows.toSorted((a, b) => b.runs - a.runs) }
      }
      expect(await read()).toEqual({
        asOfPosition: 4,
        rows: [
          { key: 'google', runs: 21, orders: 4, revenueCents: 9999, netRevenueCents: 300 },
          { key: 'bing', runs: 1, orders: 1, revenueCents: 1, netRevenueCents: 100 },
        ],
      })
      expect((await read({ funnel: 'abmeldung' })).rows).toEqual([
        { key: 'google', runs: 1, orders: 0, revenueCents: 1, netRevenueCents: 100 },
      ])
      expect((await read({ model: 'decay' })).rows).toEqual([])
    })

    test('sums all models at once, with the runs of the same days by measure', async () => {
      const store = await fillDropOff(await openStore())
      const attribution = [
        credit(),
        credit({ day: '2026-11-22' }),
        credit({ funnel: 'abmeldung' }),
        credit({ model: 'first', key: 'bing', runs: 1, orders: 1, revenueCents: 1 }),
        credit({ model: 'decay', dimension: 'medium' }),
        credit({ model: 'last', day: '2026-11-23' }),
      ]
      await store.projections.commit(
        projectionCommit({ format: runStateFormat, from: 9, to: 10, attribution }),
      )
      const query = { ...range, by: 'source', funnels: ['anmeldung'], kinds: ['stage', 'completed'] } as const
      const report = await store.reports.attributionModels(query)
      expect({
        ...report,
        rows: report.rows.toSorted((a, b) => b.runs - a.runs),
        measures: sorted(report.measures),
      }).toEqual({
        asOfPosition: 10,
        rows: [
          { model: 'linear', key: 'google', runs: 20, orders: 4, revenueCents: 9998, netRevenueCents: 200 },
          { model: 'first', key: 'bing', runs: 1, orders: 1, revenueCents: 1, netRevenueCents: 100 },
        ],
        measures: [
          { measure: 'completed', runs: 3 },
          { measure: 'stage:0', runs: 8 },
        ],
      })
      const begun = await store.reports.attributionModels({ ...query, keyPrefix: 'bi' })
      expect(begun.rows.map(({ key }) => key)).toEqual(['bing'])
      const all = await store.reports.attributionModels({ ...query, funnels: ['anmeldung', 'abmeldung'] })
      expect(all.rows.find(({ key }) => key === 'google')).toMatchObject({ runs: 30 })
      expect(all.measures).toContainEqual({ measure: 'stage:0', runs: 15 })
    })

    test('sums more than 32 bits exactly', async () => {
      const store = await openStore()
      const attribution = Array.from({ length: 100 }, () => credit({ runs: 2 ** 40 + 1 }))
      await store.projections.commit(projectionCommit({ attribution }))
      const { rows } = await store.reports.attribution({ ...range, model: 'linear', by: 'source' })
      expect(rows[0]?.runs).toBe(100 * (2 ** 40 + 1))
    })
  })

  describe('the orders report', () => {
    test('pages through newest first without losing or repeating one', async () => {
      const { store, orders } = await fillOrders(await openStore())
      const wide = { from: '2026-11-01', to: '2026-12-31' }
      const seen: OrderRow[] = []
      for (;;) {
        const last = seen.at(-1)
        const after = last && { after: afterOrder(last) }
        const { rows, asOfPosition } = await store.reports.orders(
          ordersQuery({ ...wide, ...after, limit: 4 }),
        )
        expect(asOfPosition).toBe(1)
        expect(rows.length).toBeLessThanOrEqual(4)
        if (rows.length === 0) break
        seen.push(...rows)
      }
      expect(seen).toEqual(orders.toReversed())
    })

    test('is limited to the orders of runs without events after a position', async () => {
      const { store, orders } = await fillOrders(await openStore())
      const query = ordersQuery({ from: '2026-11-01', to: '2026-12-31', untouchedSince: 7, limit: 4 })
      const { rows } = await store.reports.orders(query)
      expect(rows).toEqual(orders.slice(3, 7).toReversed())
      const next = await store.reports.orders({ ...query, after: afterOrder(rows.at(-1)!) })
      expect(next.rows).toEqual(orders.slice(0, 3).toReversed())
    })

    test('filters by days and funnel', async () => {
      const { store, orders } = await fillOrders(await openStore())
      const of = async (over: { from: string; to: string; funnel?: string }) =>
        (await store.reports.orders(ordersQuery(over))).rows
      const one = { from: '2026-11-21', to: '2026-11-21' }
      expect(await of(one)).toEqual(orders.filter((row) => row.day === '2026-11-21').toReversed())
      expect((await of(one)).length).toBeGreaterThan(0)
      expect(await of({ ...one, funnel: 'anmeldung' })).toEqual(
        orders.filter((row) => row.day === '2026-11-21' && row.funnel === 'anmeldung').toReversed(),
      )
    })
  })
}
