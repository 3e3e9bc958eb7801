import { describe, expect, test } from 'vitest'
import type { Attempt, EventMessage, HoldChange, NextState } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { maxBlockingDelayMs } from '#domain/outbox/schedule.ts'
import { noon } from '#tests/build-events.ts'
import {
  type OpenStore,
  appendTo,
  fresh,
  newEvent,
  projectionCommit,
  second,
} from '#tests/db/contract/setup.ts'

const destination = 'webhook'
const runId = 'run-1'
const leaseMs = 30 * second
const minute = 60 * second

function attempt(number = 1, over: Partial<Attempt> = {}): Attempt {
  return { number, startedAt: noon, durationMs: 12, status: 500, error: 'HTTP 500', ...over }
}

/** Enqueues messages of one run, in the order of the log. */
async function enqueue(store: Store, count: number, run = runId, eventType = 'step') {
  const { checkpoint } = await store.projections.live()
  const events = Array.from({ length: count }, () => newEvent())
  const appended = await appendTo(store, events)
  const messages = appended.map(
    ({ position }, index) =>
      ({
        destination,
        position,
        runId: run,
        eventType,
        sequence: index + 1,
        messageId: `msg_${position}`,
      }) satisfies EventMessage,
  )
  const to = appended.at(-1)!.position
  await store.projections.commit(projectionCommit({ from: checkpoint, to, messages }))
}
const claimRequest = (now: number) => ({ destination, now, leaseMs }) as const
/** Positions of the messages that are due. */
const claim = async (store: Store, now = noon) =>
  (await store.outbox.claimDue({ ...claimRequest(now), limit: 9 })).map(({ position }) => position)
/** Claims the message that is due first. */
async function take(store: Store, now = noon) {
  const [row] = await store.outbox.claimDue({ ...claimRequest(now), limit: 1 })
  if (!row) throw new Error('nothing is due')
  return row
}
const finish = (store: Store, id: number, next: NextState, number = 1) =>
  store.outbox.finish({ id, runId }, attempt(number), next)
const countsOf = async (store: Store) =>
  Object.fromEntries((await store.outbox.countByState()).map((row) => [row.state, row.count]))

/** Holds back, releases or discards the messages of a run, as the projections do. */
async function change(store: Store, what: HoldChange['change'], at = noon, run = runId) {
  const { generation, checkpoint } = await store.projections.live()
  const [appended] = await appendTo(store, [newEvent()])
  const holds = [{ runId: run, change: what, at }]
  await store.projections.commit(
    projectionCommit({ generation, from: checkpoint, to: appended!.position, holds }),
  )
}
const statesOf = async (store: Store) =>
  (await store.outbox.list({ limit: 10 })).toReversed().map(({ state }) => state)

async function letDie(store: Store) {
  await enqueue(store, 3)
  const dead = await take(store)
  await finish(store, dead.id, { state: 'dead' }, 10)
  const delivered = await take(store)
  await finish(store, delivered.id, { state: 'delivered' })
  return { store, dead, delivered }
}

export function messagesContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('messages of a withdrawn order', () => {
    test('are held back, and released at once', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      await finish(store, (await take(store)).id, { state: 'delivered' })
      await enqueue(store, 1, 'run-2')
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['delivered', 'held', 'held', 'pending'])
      expect(await claim(store)).toEqual([4])
      expect(await store.outbox.retry({ id: 2 }, noon)).toBe(0)
      expect(await countsOf(store)).toEqual({ delivered: 1, held: 2, pending: 1 })
      await change(store, 'release', noon + minute)
      expect(await statesOf(store)).toEqual(['delivered', 'pending', 'pending', 'pending'])
      expect((await store.outbox.get(2))?.row).toMatchObject({ nextAttemptAt: noon + minute })
      expect(await claim(store, noon + minute)).toEqual([4, 2])
    })

    test('are discarded, whether they wait or are held', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      await change(store, 'hold')
      await enqueue(store, 1)
      await change(store, 'discard', noon + 5)
      expect(await statesOf(store)).toEqual(['discarded', 'discarded', 'discarded'])
      expect((await store.outbox.get(3))?.row).toMatchObject({ finishedAt: noon + 5 })
      expect(await store.outbox.retry({ id: 1 }, noon)).toBe(0)
      await change(store, 'release')
      expect(await claim(store, noon + minute)).toEqual([])
    })

    test('are overtaken by those that report the withdrawal', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      await enqueue(store, 1, runId, 'withdrawal_declared')
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['held', 'pending'])
      expect(await take(store)).toMatchObject({ eventType: 'withdrawal_declared' })
    })

    test('in flight are left to their attempt, and postponed without counting one', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const { id } = await take(store)
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['pending', 'held'])
      await store.outbox.postpone(id, noon + 5 * minute)
      expect(await claim(store, noon + 5 * minute - 1)).toEqual([])
      expect((await store.outbox.get(id))?.attempts).toEqual([])
      await change(store, 'release', noon + minute)
      expect(await take(store, noon + minute)).toMatchObject({ id, attempts: 0 })
    })

    test('are not touched by a rebuild', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const generation = await store.projections.begin()
      const holds = [{ runId, change: 'discard' as const, at: noon }]
      expect(await store.projections.commit(projectionCommit({ generation, from: 0, to: 1, holds }))).toBe(
        'committed',
      )
      expect(await statesOf(store)).toEqual(['pending'])
    })
  })

  describe('an attempt', () => {
    test('takes the messages of a run in order, one at a time', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      const first = await take(store)
      expect(first).toMatchObject({ position: 1, sequence: 1, attempts: 0, leasedUntil: noon + leaseMs })
      expect(await claim(store, noon + 1)).toEqual([])
      await finish(store, first.id, { state: 'delivered' })
      const next = await take(store)
      expect(next.position).toBe(2)
      await finish(store, next.id, { state: 'delivered' })
      await finish(store, (await take(store)).id, { state: 'delivered' })
      expect(await claim(store)).toEqual([])
    })

    test('leaves other runs and other destinations alone', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      await enqueue(store, 2, 'run-2')
      expect(await store.outbox.claimDue({ destination: 'mail', now: noon, leaseMs, limit: 9 })).toEqual([])
      expect(await claim(store)).toEqual([1, 2])
      expect(await claim(store)).toEqual([])
    })

    test('are claimed in the order in which they are due, up to a limit', async () => {
      const store = await openStore()
      for (const run of ['a', 'b', 'c']) await enqueue(store, 1, run)
      await store.outbox.postpone(1, noon + 2)
      await store.outbox.postpone(3, noon + 1)
      const claimed = await store.outbox.claimDue({ ...claimRequest(noon + 2), limit: 2 })
      expect(claimed.map(({ position }) => position)).toEqual([2, 3])
    })

    test('is given to one of several processes', async () => {
      const [one, other] = await pair()
      await enqueue(one, 2)
      await enqueue(one, 2, 'run-2')
      const claimed = await Promise.all([claim(one), claim(other), claim(one), claim(other)])
      expect(claimed.flat().toSorted((a, b) => a! - b!)).toEqual([1, 3])
    })

    test('is given again when its lease has run out', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await take(store)
      expect(await claim(store, noon + leaseMs - 1)).toEqual([])
      expect(await take(store, noon + leaseMs)).toMatchObject({ id, leasedUntil: noon + 2 * leaseMs })
    })

    test('waits for the next attempt of the previous message while that is near', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const nextAttemptAt = noon + maxBlockingDelayMs
      await finish(store, (await take(store)).id, { state: 'pending', nextAttemptAt })
      expect(await claim(store, nextAttemptAt - 1)).toEqual([])
      expect(await take(store, nextAttemptAt)).toMatchObject({ position: 1, attempts: 1 })
    })

    test('steps over a message whose next attempt is far away, until it is near', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const far = noon + maxBlockingDelayMs + 1
      await finish(store, (await take(store)).id, { state: 'pending', nextAttemptAt: far })
      const behind = await take(store)
      expect(behind.position).toBe(2)
      await finish(store, behind.id, { state: 'pending', nextAttemptAt: noon + 5 * minute })
      expect(await claim(store, far - 1)).toEqual([])
      expect((await take(store, far)).position).toBe(1)
    })

    test('waits for the soonest when all have stepped aside', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      for (const minutes of [9, 5]) {
        const { id } = await take(store)
        await finish(store, id, { state: 'pending', nextAttemptAt: noon + minutes * minute })
      }
      expect(await claim(store, noon + 5 * minute - 1)).toEqual([])
      expect((await take(store, noon + 5 * minute)).position).toBe(2)
    })

    test('is recorded with what came of it', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await take(store)
      const failed = attempt(1, { status: null, error: 'timeout' })
      const pending = { state: 'pending', nextAttemptAt: noon + 5 * second } as const
      await store.outbox.finish({ id, runId }, failed, pending)
      await take(store, noon + 5 * second)
      const late = attempt(2, { startedAt: noon + 5 * second, status: 204, error: null })
      await store.outbox.finish({ id, runId }, late, { state: 'delivered' })
      expect(await store.outbox.get(id)).toEqual({
        row: {
          id,
          destination,
          position: 1,
          runId,
          eventType: 'step',
          sequence: 1,
          messageId: 'msg_1',
          content: null,
          state: 'delivered',
          attempts: 2,
          leasedUntil: null,
          nextAttemptAt: noon + 5 * second,
          createdAt: noon,
          finishedAt: noon + 5 * second + 12,
        },
        attempts: [failed, late],
      })
      expect(await store.outbox.get(id + 1)).toBeUndefined()
    })

    test('can begin the next one of its run with its end', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const { id } = await take(store)
      const request = claimRequest(noon)
      const next = await store.outbox.finish({ id, runId }, attempt(), { state: 'delivered' }, request)
      expect(next).toMatchObject({ position: 2, leasedUntil: noon + leaseMs })
      expect(await claim(store)).toEqual([])
      expect(await store.outbox.finish(next!, attempt(), { state: 'delivered' }, request)).toBeUndefined()
    })

    test('that ends after another one has delivered changes nothing', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await take(store)
      await take(store, noon + leaseMs)
      await finish(store, id, { state: 'delivered' }, 1)
      await finish(store, id, { state: 'pending', nextAttemptAt: noon + minute }, 1)
      await finish(store, id, { state: 'dead' }, 1)
      expect((await store.outbox.get(id))?.row).toMatchObject({ state: 'delivered' })
      expect(await claim(store, noon + minute)).toEqual([])
    })

    test('that delivers late wins over the dead letter', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await take(store)
      await finish(store, id, { state: 'dead' })
      await finish(store, id, { state: 'delivered' })
      expect((await store.outbox.get(id))?.row.state).toBe('delivered')
    })
  })

  describe('dead letters', () => {
    test('do not block the messages after them, and are listed and counted by state', async () => {
      const { store, dead, delivered } = await letDie(await openStore())
      const list = async (query: { state?: 'pending' | 'dead' | 'delivered'; limit: number }) =>
        (await store.outbox.list(query)).map(({ position }) => position)
      expect(await list({ limit: 10 })).toEqual([3, 2, 1])
      expect(await list({ limit: 2 })).toEqual([3, 2])
      expect(await list({ state: 'dead', limit: 10 })).toEqual([dead.position])
      expect(await list({ state: 'delivered', limit: 10 })).toEqual([delivered.position])
      const counts = await store.outbox.countByState()
      expect(Object.fromEntries(counts.map(({ state, count }) => [state, count]))).toEqual({
        pending: 1,
        delivered: 1,
        dead: 1,
      })
    })

    test('are told from what is still tried, page by page, and found by their place in the log', async () => {
      const { store, dead } = await letDie(await openStore())
      await enqueue(store, 2)
      const retried = await take(store)
      await finish(store, retried.id, { state: 'pending', nextAttemptAt: noon + minute })
      const list = async (query: Omit<Parameters<typeof store.outbox.list>[0], 'limit'>) =>
        (await store.outbox.list({ ...query, limit: 9 })).map(({ position }) => position)
      expect(await list({ state: 'pending', tried: true })).toEqual([3])
      expect(await list({ state: 'pending', tried: false })).toEqual([5, 4])
      expect(await list({ state: 'pending', tried: false, before: retried.id + 2 })).toEqual([4])
      expect(await list({ before: retried.id })).toEqual([2, 1])
      expect(await store.outbox.countRetrying(destination)).toBe(1)
      const found = await store.outbox.at(destination, [5, 1, 99])
      expect(found.map(({ position, state }) => `${position} ${state}`).sort()).toEqual([
        '1 dead',
        '5 pending',
      ])
      expect(found.map(({ id }) => id)).toContain(dead.id)
      expect(await store.outbox.at('conversions', [1])).toEqual([])
    })

    test('are sent again with the schedule from its start', async () => {
      const { store, dead } = await letDie(await openStore())
      expect(await store.outbox.retry({ dead: destination }, noon + minute)).toBe(1)
      expect(await take(store, noon + minute)).toMatchObject({
        id: dead.id,
        attempts: 0,
        state: 'pending',
        messageId: dead.messageId,
        finishedAt: null,
        nextAttemptAt: noon + minute,
      })
      await finish(store, dead.id, { state: 'pending', nextAttemptAt: noon + 2 * minute })
      expect((await store.outbox.get(dead.id))?.attempts.map(({ number }) => number)).toEqual([10, 1])
      expect(await store.outbox.retry({ dead: destination }, noon + minute)).toBe(0)
    })

    test('one delivery can be chosen, whatever became of it, but not while it is in flight', async () => {
      const { store, delivered } = await letDie(await openStore())
      expect(await store.outbox.retry({ id: delivered.id }, noon)).toBe(1)
      expect(await store.outbox.retry({ id: 999 }, noon)).toBe(0)
      const { id } = await take(store)
      expect(id).toBe(delivered.id)
      expect(await store.outbox.retry({ id }, noon)).toBe(0)
      expect(await store.outbox.retry({ id }, noon + leaseMs)).toBe(1)
    })
  })

  describe('a stopped destination', () => {
    test('is not tried until it is resumed, and then every message is due', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      await enqueue(store, 1, 'run-2')
      await store.outbox.stop(destination, 'gone', noon)
      expect(await store.outbox.stopped(destination)).toEqual({ code: 'gone', at: noon })
      expect(await claim(store)).toEqual([])
      expect(await store.outbox.resume(destination)).toBe(true)
      expect(await store.outbox.stopped(destination)).toBeUndefined()
      expect(await claim(store, noon + minute)).toEqual([1, 3])
    })

    test('that was not stopped is not resumed', async () => {
      const store = await openStore()
      expect(await store.outbox.resume(destination)).toBe(false)
      expect(await store.outbox.stopped(destination)).toBeUndefined()
    })
  })
}
