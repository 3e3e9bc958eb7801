import { describe, expect, test } from 'vitest'
import type { CountedRun, DropOffCount, OrderRow } from '#db/ports/projection-store.ts'
import type { RunCursor, RunsPage, RunsQuery } from '#db/ports/report-store.ts'
import { segmentKindNames, segmentPart } from '#domain/runs/dimensions.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import type { Store } from '#db/ports/store.ts'
import { listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { noon } from '#tests/build-events.ts'
import { order } from './projections.ts'
import {
  changesOf,
  type OpenStore,
  day,
  testStores,
  projectionCommit,
  readRun,
  runRow,
  runSegment,
  second,
} from '#tests/db/contract/setup.ts'

const minute = 60 * second
const google = runSegment({ source: 'google', medium: 'cpc', campaign: 'herbst', browser: 'Chrome' })

/** Writes runs as the projector does: their rows, and deltas of their measures for the segment in each kind and for the total. */
async function fillRuns(store: Store, runs: CountedRun[], orders: OrderRow[] = []): Promise<CountedRun[]> {
  const dropOff = runs.flatMap(({ funnel, version, day: of, segment, measures }) =>
    measures.flatMap((measure): DropOffCount[] => [
      ...segmentKindNames.map((kind) => {
        return { funnel, version, day: of, segment: segmentPart(segment, kind), measure, runs: 1 }
      }),
      { funnel, version, day: of, segment: null, measure, runs: 1 },
    ]),
  )
  await store.projections.commit(
    projectionCommit({ format: runStateFormat, to: 9, runs, orders, dropOff: changesOf(dropOff) }),
  )
  return runs
}

const runAt = (at: number, over: Partial<CountedRun> = {}) =>
  runRow({ startedAt: at, day: new Date(at).toISOString().slice(0, 10), ...over })

const query = (over: Partial<RunsQuery> = {}): RunsQuery => ({
  funnels: ['anmeldung'],
  from: '2026-11-01',
  to: '2026-12-31',
  segment: {},
  anyOf: ['stage:0', 'stage:1', 'completed'],
  butNot: [],
  limit: 4,
  ...over,
})

async function pagesOf(store: Store, over: Partial<RunsQuery> = {}): Promise<RunsPage[]> {
  const pages: RunsPage[] = []
  let before: RunCursor | null = null
  do {
    const page: RunsPage = await store.reports.runsOf(query({ ...over, ...(before && { before }) }))
    pages.push(page)
    before = page.next
  } while (before)
  return pages
}

const newestFirst = (runs: CountedRun[]) =>
  runs.toSorted((a, b) => b.startedAt - a.startedAt || (a.runId < b.runId ? 1 : -1)).map(readRun)

export function runListsContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('the runs of a figure', () => {
    test('are listed newest start first, each once, for every page size', async () => {
      const store = await openStore()
      // The runs form groups of three with equal times, so that some pages end within a group.
      const runs = await fillRuns(
        store,
        Array.from({ length: 23 }, (_, index) => runAt(noon + Math.floor(index / 3) * (day / 4))),
      )
      const pages = await pagesOf(store)
      expect(pages.map(({ rows }) => rows.length)).toEqual([4, 4, 4, 4, 4, 3])
      expect(pages.flatMap(({ rows }) => rows)).toEqual(newestFirst(runs))
      for (const { sums, asOfPosition } of pages) expect([listedRuns(sums), asOfPosition]).toEqual([23, 9])
    })

    test('are those that the figure counts', async () => {
      const store = await openStore()
      const [left, ordered, robot, other] = await fillRuns(store, [
        runAt(noon, { measures: ['stage:1', 'abandoned', 'noConsent'], segment: google }),
        runAt(noon + 1, { measures: ['completed', 'order:4999'] }),
        runAt(noon + 2, { measures: [] }),
        runAt(noon + 3, { measures: ['stage:1'], funnel: 'abmeldung', version: 2 }),
        // Some of these measures begin with the name of another one: `seconds:1:10` begins with `seconds:1:1`.
        ...Array.from({ length: 12 }, (_, index) =>
          runAt(noon - index, { measures: [`seconds:1:${index}`] }),
        ),
      ])
      const of = async (over: Partial<RunsQuery>) => {
        const [page, ...more] = await pagesOf(store, over)
        expect([listedRuns(page!.sums), more]).toEqual([page!.rows.length, []])
        return page!.rows.map(({ runId }) => runId)
      }
      expect(await of({})).toEqual([ordered!.runId, left!.runId])
      const unfinished = { anyOf: ['stage:0', 'stage:1'], butNot: ['abandoned'] }
      expect(await of({ ...unfinished, funnels: ['anmeldung', 'abmeldung'] })).toEqual([other!.runId])
      expect(await of({ anyOf: ['abandoned'] })).toEqual([left!.runId])
      expect(await of({ segment: { source: 'google', device: 'mobile' } })).toEqual([left!.runId])
      expect(await of({ segment: { source: 'bing' } })).toEqual([])
      expect(await of({ segment: { browser: 'Chrome' } })).toEqual([left!.runId])
      expect(await of({ segment: { browser: 'Safari', hour: '12', weekday: 'friday' } })).toEqual([
        ordered!.runId,
      ])
      expect(await of({ segment: { source: 'google', browser: 'Chrome' } })).toEqual([left!.runId])
      expect(await of({ segment: { source: 'google', browser: 'Safari' } })).toEqual([])
      expect(await of({ segment: { weekday: 'monday' } })).toEqual([])
      expect(await of({ funnels: ['anmeldung', 'abmeldung'] })).toEqual([
        other!.runId,
        ordered!.runId,
        left!.runId,
      ])
      expect(await of({ funnels: ['abmeldung'], versions: [1] })).toEqual([])
      expect(await of({ funnels: ['abmeldung'], versions: [1, 2] })).toEqual([other!.runId])
      expect(await of({ to: '2026-11-19' })).toEqual([])
      expect(await of({ anyOf: ['never counted'] })).toEqual([])
      expect(robot!.measures).toEqual([])
    })

    test(
      'are searched in a bounded number of rows per page, and the next page continues there',
      { tags: 'slow' },
      async () => {
        const store = await openStore()
        const crowd = Array.from({ length: 20_500 }, (_, index) =>
          runAt(noon - index, { measures: ['stage:0'] }),
        )
        const rare = [
          runAt(noon - 30_000, { measures: ['recovered'] }),
          runAt(noon - 3 * day, { measures: ['recovered'] }),
        ]
        await fillRuns(store, [...crowd, ...rare])
        const pages = await pagesOf(store, { anyOf: ['recovered'] })
        expect(pages[0]).toMatchObject({
          sums: { open: 2 },
          rows: [],
          next: { at: noon - 19_999, runId: '' },
        })
        expect(pages.slice(1).flatMap(({ rows }) => rows)).toEqual(newestFirst(rare))
        expect(pages.length).toBe(2)
      },
    )
  })

  describe('live', () => {
    test('counts starts and orders by minute and funnel, and active runs, without robots', async () => {
      const store = await openStore()
      const robot = { measures: [], silentSince: noon }
      const [ordered, orderedRobot] = await fillRuns(store, [
        runAt(noon - 10 * minute, { measures: ['completed'], silentSince: null }),
        runAt(noon - 10 * minute, robot),
        runAt(noon - 10 * minute + 59 * second, { silentSince: noon - 5 * minute }),
        runAt(noon - minute, { silentSince: noon, funnel: 'abmeldung' }),
        runAt(noon - 30 * minute - 1, { silentSince: noon - 5 * minute - 1 }),
      ])
      const orders = [ordered!, orderedRobot!].map(({ runId }, index) => ({
        ...order,
        orderId: `o${index}`,
        runId,
        at: noon - 2 * minute + index,
        day: '2026-11-20',
      }))
      await store.projections.commit(
        projectionCommit({
          format: runStateFormat,
          from: 9,
          to: 10,
          orders: [...orders, { ...orders[0]!, orderId: 'old', at: noon - 31 * minute }],
        }),
      )
      const live = await store.reports.live({
        since: noon - 30 * minute,
        until: noon,
        activeSince: noon - 5 * minute,
      })
      expect({ ...live, started: live.started.toSorted((a, b) => a.minute - b.minute) }).toEqual({
        asOfPosition: 10,
        activeRuns: 2,
        started: [
          { minute: noon - 10 * minute, funnel: 'anmeldung', runs: 2 },
          { minute: noon - minute, funnel: 'abmeldung', runs: 1 },
        ],
        ordered: [{ minute: noon - 2 * minute, funnel: order.funnel, orders: 1 }],
      })
    })

    test('spans midnight', async () => {
      const store = await openStore()
      const midnight = Date.parse('2026-11-20T23:00:00Z')
      await fillRuns(store, [
        runAt(midnight - second, { day: '2026-11-20' }),
        runAt(midnight, { day: '2026-11-21' }),
      ])
      const { started } = await store.reports.live({
        since: midnight - 5 * minute,
        until: midnight + minute,
        activeSince: 0,
      })
      expect(started.reduce((sum, { runs }) => sum + runs, 0)).toBe(2)
    })
  })
}
