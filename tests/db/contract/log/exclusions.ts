import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RowsChange, RunChange } from '#db/ports/exclusion-store.ts'
import type { AttributionDelta, DropOffCount, OrderRow } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { order } from '#tests/db/contract/reports/projections.ts'
import {
  changesOf,
  type OpenStore,
  appendTo,
  testStores,
  newEvent,
  projectionCommit,
  readRun,
  runRow,
} from '#tests/db/contract/setup.ts'

const destination = 'webhook' as const

const counted = (runs: number): DropOffCount[] => [
  { funnel: 'anmeldung', version: 1, day: '2026-11-20', segment: null, measure: 'stage:0', runs },
]
const credited = (runs: number): AttributionDelta[] => [
  {
    funnel: 'anmeldung',
    day: '2026-11-20',
    model: 'last',
    dimension: 'source',
    key: 'google',
    runs,
    orders: 0,
    revenueCents: 0,
    netRevenueCents: 0,
  },
]

const removal = (lastPosition: number | null): RowsChange => ({
  lastPosition,
  run: null,
  order: null,
  days: ['2026-11-20'],
  dropOff: changesOf(counted(-1)),
  attribution: credited(-1),
})

const inLive = (change: RowsChange): RunChange[] => [{ generation: 1, kind: 'rows', change }]

/** Appends and projects three events: a step and the order of one run, and a step of another run. */
async function filled(store: Store) {
  const [run, other] = [runRow({ lastPosition: 2 }), runRow({ lastPosition: 3 })]
  const { runId } = run
  const completed = newEvent({
    runId,
    type: 'complete',
    once: `order:${runId}`,
    data: { orderNumber: 'FL-1', priceCents: 4999 },
  })
  await appendTo(store, [newEvent({ runId }), completed, newEvent({ runId: other.runId })])
  const ordered: OrderRow = { ...order, orderId: completed.id, runId, position: 2 }
  const messages = [{ destination, position: 1, runId, eventType: 'step', sequence: 1, messageId: 'msg_1' }]
  await store.projections.commit(
    projectionCommit({
      to: 3,
      runs: [run, other],
      orders: [ordered],
      dropOff: changesOf(counted(2)),
      attribution: credited(2),
      messages,
    }),
  )
  const exclusion = { runId, at: noon, by: 'operator' as const, reason: 'attack' }
  return { run, other, ordered, exclusion, orderId: completed.id }
}

const claim = async (store: Store, runId: string) =>
  (await store.outbox.claimDue({ destination, now: noon + 1e6, leaseMs: 1, limit: 9 })).filter(
    (row) => row.runId === runId,
  )

export function exclusionsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)
  describe('an excluded run', () => {
    test('loses its rows and its counts in one transaction', async () => {
      const [one, another] = await pair()
      const { run, other, exclusion } = await filled(one)
      expect(await one.exclusions.find(run.runId)).toBeUndefined()
      expect(await one.exclusions.exclude(exclusion, inLive(removal(2)))).toBe('done')
      expect(await another.exclusions.find(run.runId)).toEqual({ ...exclusion, position: 3 })
      expect(await another.projections.runs(1, [run.runId, other.runId])).toEqual([readRun(other)])
      const dump = await another.projections.dump(1)
      expect(dump.orders).toEqual([])
      expect(dump.dropOff).toEqual(counted(1))
      expect(dump.attribution).toEqual(credited(1))
      expect(await another.projections.silentRuns(noon + 1, 9)).toEqual([readRun(other)])
    })

    test('has its rows and missing messages restored when it is included', async () => {
      const store = await openStore()
      const { run, ordered, exclusion } = await filled(store)
      const before = await store.projections.dump(1)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      const change = {
        lastPosition: 2,
        run,
        order: ordered,
        days: ['2026-11-20'],
        dropOff: changesOf(counted(1)),
        attribution: credited(1),
      }
      const message = {
        destination,
        position: 2,
        runId: run.runId,
        eventType: 'complete',
        sequence: 2,
        messageId: 'msg_2',
      }
      const pending = { messages: [message], holds: [] }
      expect(await store.exclusions.include(run.runId, inLive(change), pending)).toBe('done')
      expect(await store.exclusions.find(run.runId)).toBeUndefined()
      expect(await store.projections.dump(1)).toEqual(before)
      expect(await store.outbox.list({ limit: 9 })).toHaveLength(2)
      expect(await store.exclusions.include(run.runId, inLive(change), pending)).toBe('unchanged')
    })

    test('is excluded only once', async () => {
      const store = await openStore()
      const { run, exclusion } = await filled(store)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      const again = { ...exclusion, reason: 'another' }
      expect(await store.exclusions.exclude(again, inLive(removal(null)))).toBe('unchanged')
      expect((await store.exclusions.find(run.runId))?.reason).toBe('attack')
      expect((await store.projections.dump(1)).dropOff).toEqual(counted(1))
    })

    test('returns a conflict when its rows have changed or a generation was begun', async () => {
      const store = await openStore()
      const { run, exclusion } = await filled(store)
      expect(await store.exclusions.exclude(exclusion, inLive(removal(1)))).toBe('conflict')
      expect(await store.exclusions.exclude(exclusion, inLive(removal(null)))).toBe('conflict')
      const generation = await store.projections.begin()
      expect(await store.exclusions.exclude(exclusion, inLive(removal(2)))).toBe('conflict')
      expect(await store.exclusions.find(run.runId)).toBeUndefined()
      expect((await store.projections.dump(1)).dropOff).toEqual(counted(2))
      const all: RunChange[] = [...inLive(removal(2)), { generation, kind: 'skip' }]
      expect(await store.exclusions.exclude(exclusion, all)).toBe('done')
    })

    test('is not included from an outdated state', async () => {
      const store = await openStore()
      const { run, ordered, exclusion } = await filled(store)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      const nothing = { messages: [], holds: [] }
      const change = {
        lastPosition: 1,
        run,
        order: ordered,
        days: ['2026-11-20'],
        dropOff: changesOf(counted(1)),
        attribution: [],
      }
      expect(await store.exclusions.include(run.runId, inLive(change), nothing)).toBe('conflict')
      expect(await store.exclusions.find(run.runId)).toBeDefined()
    })

    test('causes a conflict for a batch that was computed before the exclusion', async () => {
      const store = await openStore()
      const { exclusion } = await filled(store)
      const { revision } = await store.projections.live()
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      const batch = projectionCommit({ from: 3, to: 4, dropOff: changesOf(counted(1)), revision })
      expect(await store.projections.commit(batch)).toBe('conflict')
      const now = (await store.projections.live()).revision
      expect(now).toBeGreaterThan(revision)
      expect(await store.projections.commit({ ...batch, revision: now })).toBe('committed')
    })

    test('has its waiting messages held until it is included', async () => {
      const store = await openStore()
      const { run, ordered, exclusion } = await filled(store)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      expect(await claim(store, run.runId)).toEqual([])
      const change = {
        lastPosition: 2,
        run,
        order: ordered,
        days: ['2026-11-20'],
        dropOff: changesOf(counted(1)),
        attribution: credited(1),
      }
      await store.exclusions.include(run.runId, inLive(change), { messages: [], holds: [] })
      expect(await claim(store, run.runId)).toHaveLength(1)
    })

    test('has an order that is still found by its number', async () => {
      const store = await openStore()
      const { exclusion, orderId } = await filled(store)
      expect(await store.people.findOrder('FL-1')).toBe(orderId)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      expect(await store.people.findOrder('FL-1')).toBe(orderId)
      expect(await store.people.findOrder('FL-2')).toBeUndefined()
    })

    test('has an order whose declared withdrawal is listed until it is decided', async () => {
      const store = await openStore()
      const { run, exclusion, orderId, ordered } = await filled(store)
      const listed = async (limit: number, after?: string) =>
        (await store.projections.declaredOrders(limit, after)).map((one) => one.orderId)
      await store.exclusions.exclude(exclusion, inLive(removal(2)))
      expect(await listed(9)).toEqual([])
      await appendTo(store, [newEvent({ runId: run.runId, type: 'withdrawal_declared' })])
      expect(await store.projections.declaredOrders(9)).toEqual([{ orderId, number: 'FL-1' }])

      const [before, after] = ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
      const orders = [before, after].map((id): OrderRow => ({
        ...ordered,
        orderId: id,
        number: id,
        status: 'withdrawal_declared',
      }))
      const { revision } = await store.projections.live()
      await store.projections.commit(projectionCommit({ from: 3, to: 4, revision, orders }))
      expect(await listed(9)).toEqual([before, orderId, after])
      expect(await listed(2)).toEqual([before, orderId])
      expect(await listed(2, before)).toEqual([orderId, after])
      expect(await listed(2, orderId)).toEqual([after])

      await appendTo(store, [newEvent({ runId: run.runId, type: 'withdrawal_revoked' })])
      expect(await listed(9)).toEqual([before, after])
    })

    test('is found among others, and counted by origin and time of exclusion', async () => {
      const store = await openStore()
      const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
      const exclude = (runId: string, by: 'operator' | 'service', at: number) =>
        store.exclusions.exclude({ runId, at, by, reason: 'x'.repeat(600) }, inLive(nothingToRemove))
      const nothingToRemove = { ...removal(null), dropOff: [], attribution: [] }
      await exclude(a, 'operator', noon)
      await exclude(b, 'service', noon)
      await exclude(c, 'service', noon + 1)
      expect((await store.exclusions.find(a))?.reason).toHaveLength(500)
      expect((await store.exclusions.among([c, 'unknown', a])).toSorted()).toEqual([a, c].toSorted())
      expect(await store.exclusions.among([])).toEqual([])
      expect(await store.exclusions.count(0)).toEqual([
        { by: 'operator', runs: 1 },
        { by: 'service', runs: 2 },
      ])
      expect(await store.exclusions.count(noon + 1)).toEqual([{ by: 'service', runs: 1 }])
    })
  })
}
