import { describe, expect, test } from 'vitest'
import type { DropOffCount, OrderRow, ProjectionCommit } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { segmentPart } from '#domain/runs/dimensions.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import { noon } from '#tests/build-events.ts'
import {
  changesOf,
  type OpenStore,
  appendTo,
  testStores,
  newEvent,
  projectionCommit,
  readRun,
  runRow,
  runSegment,
} from '#tests/db/contract/setup.ts'

const segment = segmentPart(runSegment({ source: 'google', campaign: 'herbst' }), 'campaign')

function delta(over: Partial<DropOffCount> = {}): DropOffCount {
  return {
    funnel: 'anmeldung',
    version: 1,
    day: '2026-11-20',
    segment: null,
    measure: 'stage:0',
    runs: 1,
    ...over,
  }
}

export const order: OrderRow = {
  orderId: 'o1',
  number: 'FL-1',
  runId: 'r1',
  funnel: 'anmeldung',
  at: noon,
  day: '2026-11-20',
  position: 1,
  priceCents: 4999,
  status: 'ordered',
  source: 'google',
  work: null,
  visitor: 'person',
  netCents: 0,
  payment: 'none',
  lastPosition: 1,
  paidAt: null,
  startFunnel: 'anmeldung',
  startDay: '2026-11-20',
}

const silent = (runId: string, silentSince: number | null) => runRow({ runId, silentSince })

/** Returns a commit of a rebuild. The commit contains a run that the live generation does not have. */
const rebuilt = (generation: number, over: Partial<ProjectionCommit> = {}) =>
  projectionCommit({ generation, to: 4, runs: [runRow({ runId: 'new' })], ...over })

async function fill(store: Store) {
  await store.projections.commit(
    projectionCommit({ to: 4, runs: [runRow({ runId: 'old' })], orders: [order] }),
  )
  return store
}

const key = (name: string, over: Partial<ReportKey> = {}): ReportKey => ({
  day: '2026-11-20',
  dimension: 'source',
  key: name,
  ...over,
})

export function projectionsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('a projection commit', () => {
    test('keeps the places of report keys by generation, and counts them by day and dimension', async () => {
      const store = await openStore()
      const keys = [key('a'), key('b'), key('a', { dimension: 'medium' }), key('a', { day: '2026-11-21' })]
      await store.projections.commit(projectionCommit({ to: 4, keys }))
      const wanted = [key('a'), key('c')]
      const found = await store.projections.keys('live', wanted)
      expect(found.known.toSorted((x, y) => (x.dimension < y.dimension ? -1 : 1))).toEqual([
        key('a', { dimension: 'medium' }),
        key('a'),
      ])
      expect(found.counts.toSorted((x, y) => x.keys - y.keys)).toEqual([
        { day: '2026-11-20', dimension: 'medium', keys: 1 },
        { day: '2026-11-20', dimension: 'source', keys: 2 },
      ])

      const generation = await store.projections.begin()
      expect(await store.projections.keys(generation, wanted)).toEqual({ known: [], counts: [] })
      await store.projections.commit(rebuilt(generation, { keys: [key('c')] }))
      expect((await store.projections.keys(generation, wanted)).known).toEqual([key('c')])
      expect(await store.projections.switchTo(generation)).toBe(true)
      expect((await store.projections.keys('live', wanted)).known).toEqual([key('c')])
      expect(await store.projections.keys(1, wanted)).toEqual({ known: [], counts: [] })
    })

    test('writes rows and checkpoint together, and later rows replace earlier ones', async () => {
      const store = await openStore()
      expect(await store.projections.live()).toEqual({ generation: 1, checkpoint: 0, format: 1, revision: 0 })
      const [a, b] = [runRow(), runRow({ silentSince: null })]
      expect(await store.projections.commit(projectionCommit({ runs: [a, b], orders: [order] }))).toBe(
        'committed',
      )
      expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 1 })
      expect(await store.projections.runs(1, [a.runId, 'unknown'])).toEqual([readRun(a)])
      expect(await store.projections.orders(1, ['o1', 'unknown'])).toEqual([order])

      const later = { ...a, status: 'completed' as const, silentSince: null, state: ['other'] }
      const paid = { ...order, status: 'paid' as const }
      await store.projections.commit(projectionCommit({ from: 1, to: 2, runs: [later], orders: [paid] }))
      expect(await store.projections.runs(1, [a.runId])).toEqual([readRun(later)])
      expect(await store.projections.orders(1, ['o1'])).toEqual([paid])
      expect(await store.projections.runs(1, [])).toEqual([])
    })

    test('writes nothing when another process has moved the checkpoint', async () => {
      const [one, other] = await pair()
      const run = runRow()
      await one.projections.commit(projectionCommit({ to: 5, dropOff: changesOf([delta()]) }))
      const late = projectionCommit({ to: 3, runs: [run], dropOff: changesOf([delta()]) })
      expect(await other.projections.commit(late)).toBe('conflict')
      expect(await other.projections.live()).toMatchObject({ generation: 1, checkpoint: 5 })
      expect(await other.projections.runs(1, [run.runId])).toEqual([])
      expect((await one.projections.dump(1)).dropOff).toEqual([delta()])
    })

    test('is applied once when two processes project the same events', async () => {
      const [one, other] = await pair()
      const batch = projectionCommit({ dropOff: changesOf([delta()]) })
      const outcomes = await Promise.all([one.projections.commit(batch), other.projections.commit(batch)])
      expect(outcomes.sort()).toEqual(['committed', 'conflict'])
    })

    test('is rolled back when it fails midway', async () => {
      const store = await openStore()
      const run = runRow()
      const broken = {
        ...changesOf([delta()])[0]!,
        runs: new Map([
          ['stage:1', 1],
          [null as never, 1],
        ]),
      }
      await expect(
        store.projections.commit(projectionCommit({ runs: [run], dropOff: [broken] })),
      ).rejects.toThrow(/null/i)
      expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 0 })
      expect(await store.projections.dump(1)).toEqual({ runs: [], orders: [], dropOff: [], attribution: [] })
    })

    test('to an unknown generation is a conflict', async () => {
      const store = await openStore()
      expect(await store.projections.commit(projectionCommit({ generation: 99 }))).toBe('conflict')
    })

    test('adds up roll-ups, and removes sums that are zero again', async () => {
      const store = await openStore()
      const credit = {
        funnel: 'anmeldung',
        day: '2026-11-20',
        model: 'linear',
        dimension: 'source',
        key: 'google',
        runs: 2 ** 25,
        orders: 0,
        revenueCents: 0,
        netRevenueCents: 0,
      } as const
      await store.projections.commit(
        projectionCommit({
          dropOff: changesOf([delta({ segment }), delta({ runs: 3 })]),
          attribution: [credit],
        }),
      )
      await store.projections.commit(
        projectionCommit({
          from: 1,
          to: 2,
          dropOff: changesOf([
            delta({ segment, runs: -1 }),
            delta({ runs: 2 }),
            delta({ segment, measure: 'completed' }),
          ]),
          attribution: [credit, { ...credit, key: 'gone' }, { ...credit, key: 'gone', runs: -(2 ** 25) }],
        }),
      )
      const dump = await store.projections.dump(1)
      expect(dump.dropOff).toEqual([delta({ segment, measure: 'completed' }), delta({ runs: 5 })])
      expect(dump.attribution).toEqual([{ ...credit, runs: 2 ** 26 }])
    })
  })

  describe('silent runs', () => {
    test('are those of the live generation before an instant, longest silence first', async () => {
      const store = await openStore()
      const runs = [silent('c', noon), silent('b', noon - 1), silent('a', noon - 5), silent('never', null)]
      await store.projections.commit(projectionCommit({ runs }))
      const generation = await store.projections.begin()
      await store.projections.commit(projectionCommit({ generation, runs: [silent('z', noon - 9)] }))
      const found = async (limit: number) =>
        (await store.projections.silentRuns(noon, limit)).map(({ runId }) => runId)
      expect(await found(10)).toEqual(['a', 'b'])
      expect(await found(1)).toEqual(['a'])
      expect(await store.projections.silentRuns(noon, 1)).toEqual([readRun(runs[2]!)])
      const [first, ...others] = await store.projections.silentRuns(noon, 9)
      const { silentSince, runId } = first!
      expect(await store.projections.silentRuns(noon, 9, { silentSince: silentSince!, runId })).toEqual(
        others,
      )
    })
  })

  describe('a rebuild', () => {
    test('fills a separate generation and switches to it', async () => {
      const store = await fill(await openStore())
      const generation = await store.projections.begin()
      expect(await store.projections.commit(rebuilt(generation))).toBe('committed')
      expect((await store.projections.live()).generation).toBe(1)
      expect(await store.projections.switchTo(generation)).toBe(true)
      expect(await store.projections.live()).toMatchObject({ generation, checkpoint: 4 })
      expect((await store.projections.runs(generation, ['new', 'old'])).map(({ runId }) => runId)).toEqual([
        'new',
      ])
    })

    test('removes the old generation, whose runner gets a conflict', async () => {
      const store = await fill(await openStore())
      const generation = await store.projections.begin()
      await store.projections.commit(rebuilt(generation))
      const late = projectionCommit({ from: 4, to: 5 })
      const switching = store.projections.switchTo(generation)
      await expect.poll(async () => (await store.projections.live()).generation).toBe(generation)
      // A commit to the old generation is refused even while its rows are still being removed.
      expect(await store.projections.commit(late)).toBe('conflict')
      expect(await switching).toBe(true)
      expect(await store.projections.dump(1)).toEqual({ runs: [], orders: [], dropOff: [], attribution: [] })
      expect(await store.projections.commit(late)).toBe('conflict')
      expect(await store.projections.commit(projectionCommit({ generation, from: 4, to: 5 }))).toBe(
        'committed',
      )
    })

    test('does not switch while its checkpoint is lower, or if it is unknown or already live', async () => {
      const store = await fill(await openStore())
      const generation = await store.projections.begin()
      expect(await store.projections.switchTo(generation)).toBe(false)
      await store.projections.commit(rebuilt(generation, { to: 3 }))
      expect(await store.projections.switchTo(generation)).toBe(false)
      expect(await store.projections.switchTo(99)).toBe(false)
      expect(await store.projections.switchTo(1)).toBe(false)
      expect((await store.projections.live()).generation).toBe(1)
    })

    test('may not run ahead of the live generation, which alone enqueues messages', async () => {
      const store = await fill(await openStore())
      const generation = await store.projections.begin()
      await expect(store.projections.commit(rebuilt(generation, { to: 5 }))).rejects.toThrow(
        /past the live checkpoint 4/,
      )
    })

    test('that was abandoned is removed by the next one, and numbers are never reused', async () => {
      const store = await fill(await openStore())
      const left = await store.projections.begin()
      await store.projections.commit(rebuilt(left))
      const next = await store.projections.begin()
      expect(next).toBeGreaterThan(left)
      expect((await store.projections.dump(left)).runs).toEqual([])
      expect(await store.projections.commit(rebuilt(left, { from: 4 }))).toBe('conflict')
      expect((await store.projections.dump(1)).runs).toHaveLength(1)
    })

    test('also removes rows that exceed one step', async () => {
      const store = await openStore()
      const runs = Array.from({ length: 4500 }, () => runRow())
      await store.projections.commit(projectionCommit({ runs }))
      const generation = await store.projections.begin()
      await store.projections.commit(projectionCommit({ generation }))
      await store.projections.switchTo(generation)
      expect((await store.projections.dump(1)).runs).toEqual([])
    })
  })

  describe('messages of a commit', () => {
    const message = {
      destination: 'webhook' as const,
      position: 1,
      runId: 'r1',
      eventType: 'step',
      sequence: 1,
      messageId: 'w1',
    }

    test('are enqueued once, even if they are written repeatedly', async () => {
      const store = await openStore()
      await appendTo(store, [newEvent(), newEvent()])
      await store.projections.commit(projectionCommit({ messages: [message] }))
      const again = { ...message, messageId: 'w2' }
      await store.projections.commit(
        projectionCommit({ from: 1, to: 2, messages: [again, { ...message, position: 2, sequence: 2 }] }),
      )
      expect(await store.outbox.list({ limit: 10 })).toMatchObject([
        { position: 2, sequence: 2 },
        { ...message, state: 'pending', attempts: 0, leasedUntil: null, finishedAt: null },
      ])
    })

    test('are not written by a commit that conflicts', async () => {
      const store = await openStore()
      await appendTo(store, [newEvent()])
      await store.projections.commit(projectionCommit())
      expect(await store.projections.commit(projectionCommit({ messages: [message] }))).toBe('conflict')
      expect(await store.outbox.list({ limit: 10 })).toEqual([])
    })
  })
}
