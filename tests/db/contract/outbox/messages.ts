import { describe, expect, test } from 'vitest'
import type { Attempt, EventMessage, HoldChange, NextState } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { maxBlockingDelayMs } from '#domain/outbox/schedule.ts'
import { noon } from '#tests/build-events.ts'
import {
  type OpenStore,
  appendTo,
  testStores,
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
async function enqueue(
  store: Store,
  count: number,
  run = runId,
  eventType = 'step',
  over: Partial<EventMessage> = {},
) {
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
        ...over,
      }) satisfies EventMessage,
  )
  const to = appended.at(-1)!.position
  await store.projections.commit(projectionCommit({ from: checkpoint, to, messages }))
}
const claimRequest = (now: number) => ({ destination, now, leaseMs }) as const
/** Claims all due messages and returns their positions. */
const claim = async (store: Store, now = noon) =>
  (await store.outbox.claimDue({ ...claimRequest(now), limit: 9 })).map(({ position }) => position)
/** Claims the message that is due first. */
async function claimFirst(store: Store, now = noon) {
  const [row] = await store.outbox.claimDue({ ...claimRequest(now), limit: 1 })
  if (!row) throw new Error('nothing is due')
  return row
}
const finish = (store: Store, id: number, next: NextState, number = 1) =>
  store.outbox.finish({ id, runId }, attempt(number), next)
const countsOf = async (store: Store) =>
  Object.fromEntries((await store.outbox.countByState()).map((row) => [row.state, row.count]))

/** Holds, releases or discards the messages of a run, as the projections do. */
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

/** Enqueues three messages of a run. The first becomes a dead letter, and the second is delivered. */
async function withDeadLetter(store: Store) {
  await enqueue(store, 3)
  const dead = await claimFirst(store)
  await finish(store, dead.id, { state: 'dead' }, 10)
  const delivered = await claimFirst(store)
  await finish(store, delivered.id, { state: 'delivered' })
  return { store, dead, delivered }
}

export function messagesContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('messages of a withdrawn order', () => {
    test('are held, and are due at once when they are released', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      await finish(store, (await claimFirst(store)).id, { state: 'delivered' })
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

    test('are discarded, whether pending or held', async () => {
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

    test('do not block the messages that report the withdrawal', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      await enqueue(store, 1, runId, 'withdrawal_declared')
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['held', 'pending'])
      expect(await claimFirst(store)).toMatchObject({ eventType: 'withdrawal_declared' })
    })

    test('are not held while in flight, and can be postponed without counting an attempt', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const { id } = await claimFirst(store)
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['pending', 'held'])
      await store.outbox.postpone(id, noon + 5 * minute)
      expect(await claim(store, noon + 5 * minute - 1)).toEqual([])
      expect((await store.outbox.get(id))?.attempts).toEqual([])
      await change(store, 'release', noon + minute)
      expect(await claimFirst(store, noon + minute)).toMatchObject({ id, attempts: 0 })
    })

    test('include the letter that is not handed over yet, which is released for its own time', async () => {
      const store = await openStore()
      const letters = { destination: 'letters', dueAt: noon + 10 * minute } as const
      await enqueue(store, 1, runId, 'paid', letters)
      await enqueue(store, 1, runId, 'withdrawal_declared')
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['held', 'pending'])
      await change(store, 'release', noon + minute)
      const dueAt = async () => (await store.outbox.get(1))?.row.nextAttemptAt
      expect(await dueAt()).toBe(noon + 10 * minute)
      await change(store, 'hold')
      await change(store, 'release', noon + 20 * minute)
      expect(await dueAt()).toBe(noon + 20 * minute)
      expect(await statesOf(store)).toEqual(['pending', 'pending'])
    })

    test('include neither documents and e-mails nor what stops or removes a letter', async () => {
      const store = await openStore()
      await enqueue(store, 1, runId, 'paid', { destination: 'letters' })
      for (const [name, eventType] of [
        ['letters', 'sent'],
        ['letters', 'failed'],
        ['letters', 'withdrawn'],
        ['letters', 'erased'],
        ['documents', 'paid'],
        ['mail', 'prepared'],
        ['conversions', 'converted'],
      ] as const)
        await enqueue(store, 1, runId, eventType, { destination: name })
      const others = Array.from({ length: 7 }, () => 'pending')
      await change(store, 'hold')
      expect(await statesOf(store)).toEqual(['held', ...others])
      await change(store, 'discard')
      expect(await statesOf(store)).toEqual(['discarded', ...others])
      const claimed = await store.outbox.claimDue({
        destination: 'letters',
        now: noon,
        leaseMs,
        limit: 9,
      })
      expect(claimed).toMatchObject([{ eventType: 'sent' }])
    })

    test('are not changed by a rebuild', async () => {
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

  describe('a claim', () => {
    test('takes a message when its own time has come, and no later message of the run waits for it', async () => {
      const store = await openStore()
      await enqueue(store, 1, runId, 'complete', { dueAt: noon + 2 * maxBlockingDelayMs })
      await enqueue(store, 1)
      const row = await claimFirst(store)
      expect(row).toMatchObject({ position: 2, createdAt: noon, nextAttemptAt: noon })
      await finish(store, row.id, { state: 'delivered' })
      expect(await claim(store, noon + 2 * maxBlockingDelayMs - 1)).toEqual([])
      expect(await claimFirst(store, noon + 2 * maxBlockingDelayMs)).toMatchObject({
        position: 1,
        createdAt: noon,
      })
    })

    test('leases the messages of a run in order, one at a time', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      const first = await claimFirst(store)
      expect(first).toMatchObject({ position: 1, sequence: 1, attempts: 0, leasedUntil: noon + leaseMs })
      expect(await claim(store, noon + 1)).toEqual([])
      await finish(store, first.id, { state: 'delivered' })
      const next = await claimFirst(store)
      expect(next.position).toBe(2)
      await finish(store, next.id, { state: 'delivered' })
      await finish(store, (await claimFirst(store)).id, { state: 'delivered' })
      expect(await claim(store)).toEqual([])
    })

    test('does not affect other runs and other destinations', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      await enqueue(store, 2, 'run-2')
      expect(await store.outbox.claimDue({ destination: 'mail', now: noon, leaseMs, limit: 9 })).toEqual([])
      expect(await claim(store)).toEqual([1, 2])
      expect(await claim(store)).toEqual([])
    })

    test('leases messages in the order in which they are due, up to a limit', async () => {
      const store = await openStore()
      for (const run of ['a', 'b', 'c']) await enqueue(store, 1, run)
      await store.outbox.postpone(1, noon + 2)
      await store.outbox.postpone(3, noon + 1)
      const claimed = await store.outbox.claimDue({ ...claimRequest(noon + 2), limit: 2 })
      expect(claimed.map(({ position }) => position)).toEqual([2, 3])
    })

    test('leases each message to only one of several processes', async () => {
      const [one, other] = await pair()
      await enqueue(one, 2)
      await enqueue(one, 2, 'run-2')
      const claimed = await Promise.all([claim(one), claim(other), claim(one), claim(other)])
      expect(claimed.flat().toSorted((a, b) => a! - b!)).toEqual([1, 3])
    })

    test('leases a message again when its lease has expired', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await claimFirst(store)
      expect(await claim(store, noon + leaseMs - 1)).toEqual([])
      expect(await claimFirst(store, noon + leaseMs)).toMatchObject({ id, leasedUntil: noon + 2 * leaseMs })
    })

    test('waits for the next attempt of the previous message of a run if it is near', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const nextAttemptAt = noon + maxBlockingDelayMs
      await finish(store, (await claimFirst(store)).id, { state: 'pending', nextAttemptAt })
      expect(await claim(store, nextAttemptAt - 1)).toEqual([])
      expect(await claimFirst(store, nextAttemptAt)).toMatchObject({ position: 1, attempts: 1 })
    })

    test('skips a message whose next attempt is far away, until it is near', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const far = noon + maxBlockingDelayMs + 1
      await finish(store, (await claimFirst(store)).id, { state: 'pending', nextAttemptAt: far })
      const later = await claimFirst(store)
      expect(later.position).toBe(2)
      await finish(store, later.id, { state: 'pending', nextAttemptAt: noon + 5 * minute })
      expect(await claim(store, far - 1)).toEqual([])
      expect((await claimFirst(store, far)).position).toBe(1)
    })

    test('waits for the earliest next attempt if those of all messages of a run are far away', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      for (const minutes of [9, 5]) {
        const { id } = await claimFirst(store)
        await finish(store, id, { state: 'pending', nextAttemptAt: noon + minutes * minute })
      }
      expect(await claim(store, noon + 5 * minute - 1)).toEqual([])
      expect((await claimFirst(store, noon + 5 * minute)).position).toBe(2)
    })
  })

  describe('an attempt', () => {
    test('is recorded with its result', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await claimFirst(store)
      const failed = attempt(1, { status: null, error: 'timeout' })
      const pending = { state: 'pending', nextAttemptAt: noon + 5 * second } as const
      await store.outbox.finish({ id, runId }, failed, pending)
      await claimFirst(store, noon + 5 * second)
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

    test('can lease the next message of its run when it ends', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const { id } = await claimFirst(store)
      const request = claimRequest(noon)
      const next = await store.outbox.finish({ id, runId }, attempt(), { state: 'delivered' }, request)
      expect(next).toMatchObject({ position: 2, leasedUntil: noon + leaseMs })
      expect(await claim(store)).toEqual([])
      expect(await store.outbox.finish(next!, attempt(), { state: 'delivered' }, request)).toBeUndefined()
    })

    test('that fails leases the next message of its run only if its own next attempt is far away', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      const request = claimRequest(noon)
      const near = { state: 'pending', nextAttemptAt: noon + maxBlockingDelayMs } as const
      const first = await claimFirst(store)
      expect(await store.outbox.finish(first, attempt(), near, request)).toBeUndefined()
      const again = await claimFirst(store, near.nextAttemptAt)
      const far = { state: 'pending', nextAttemptAt: near.nextAttemptAt + maxBlockingDelayMs + 1 } as const
      const later = claimRequest(near.nextAttemptAt)
      const next = await store.outbox.finish(again, attempt(2), far, later)
      expect(next).toMatchObject({ position: 2, leasedUntil: near.nextAttemptAt + leaseMs })
      expect((await store.outbox.get(first.id))?.row).toMatchObject({
        ...far,
        attempts: 2,
        leasedUntil: null,
      })
    })

    test('that ends late leases nothing if the next message of its run is already leased', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      const first = await claimFirst(store)
      const at = noon + leaseMs
      const again = await claimFirst(store, at)
      expect(again.id).toBe(first.id)
      const delivered = { state: 'delivered' } as const
      const next = await store.outbox.finish(first, attempt(), delivered, claimRequest(at))
      expect(next).toMatchObject({ position: 2 })
      expect(await store.outbox.finish(again, attempt(2), delivered, claimRequest(at))).toBeUndefined()
      expect(await claim(store, at)).toEqual([])
    })

    test('can end together with those of other messages', async () => {
      const store = await openStore()
      const runs = ['run-1', 'run-2', 'run-3', 'run-4', 'run-5', 'run-6']
      for (const run of runs) await enqueue(store, 2, run)
      const rows = await store.outbox.claimDue({ ...claimRequest(noon), limit: 9 })
      expect(rows.map((row) => row.runId)).toEqual(runs)
      const retry = { state: 'pending', nextAttemptAt: noon + minute } as const
      const far = { state: 'pending', nextAttemptAt: noon + maxBlockingDelayMs + 1 } as const
      const states: NextState[] = [
        { state: 'delivered' },
        retry,
        { state: 'dead' },
        { state: 'discarded' },
        far,
      ]
      const ends = states.map((state, index) =>
        store.outbox.finish(rows[index]!, attempt(1, { status: 200 + index }), state, claimRequest(noon)),
      )
      const withoutClaim = store.outbox.finish(rows[5]!, attempt(), { state: 'delivered' })
      const next = await Promise.all([...ends, withoutClaim])
      expect(next.map((row) => row && [row.runId, row.sequence])).toEqual([
        ['run-1', 2],
        undefined,
        ['run-3', 2],
        ['run-4', 2],
        ['run-5', 2],
        undefined,
      ])
      const found = await Promise.all(rows.map(({ id }) => store.outbox.get(id)))
      const [finishedAt, ended] = [noon + 12, { attempts: 1, leasedUntil: null }]
      expect(found.map((one) => one?.row)).toMatchObject([
        { ...ended, state: 'delivered', finishedAt },
        { ...ended, ...retry, finishedAt: null },
        { ...ended, state: 'dead', finishedAt },
        { ...ended, state: 'discarded', finishedAt },
        { ...ended, ...far, finishedAt: null },
        { ...ended, state: 'delivered', finishedAt },
      ])
      expect(found.map((one) => one?.attempts.map(({ status }) => status))).toEqual([
        [200],
        [201],
        [202],
        [203],
        [204],
        [500],
      ])
    })

    test('can end together with a later one of the same message', async () => {
      const store = await openStore()
      await enqueue(store, 2)
      await enqueue(store, 1, 'run-2')
      const [first, other] = await store.outbox.claimDue({ ...claimRequest(noon), limit: 2 })
      const at = noon + leaseMs
      const again = await claimFirst(store, at)
      expect(again.id).toBe(first!.id)
      const delivered = { state: 'delivered' } as const
      const next = await Promise.all([
        store.outbox.finish(first!, attempt(), delivered, claimRequest(at)),
        store.outbox.finish(again, attempt(2), delivered, claimRequest(at)),
        store.outbox.finish(other!, attempt(), delivered, claimRequest(at)),
      ])
      expect(next.flatMap((row) => row?.sequence ?? [])).toEqual([2])
      const found = await store.outbox.get(first!.id)
      expect(found?.row.state).toBe('delivered')
      expect(found?.attempts.map(({ number }) => number).toSorted()).toEqual([1, 2])
      expect((await store.outbox.get(other!.id))?.row.state).toBe('delivered')
    })

    test('that ends late, together with that of the next message of its run, leases no message twice', async () => {
      const store = await openStore()
      await enqueue(store, 3)
      const late = await claimFirst(store)
      const at = noon + leaseMs
      const delivered = { state: 'delivered' } as const
      const again = await claimFirst(store, at)
      const following = await store.outbox.finish(again, attempt(2), delivered, claimRequest(at))
      expect(following?.sequence).toBe(2)
      const next = await Promise.all([
        store.outbox.finish(late, attempt(), delivered, claimRequest(at)),
        store.outbox.finish(following!, attempt(), delivered, claimRequest(at)),
      ])
      expect(next.flatMap((row) => row?.sequence ?? [])).toEqual([3])
    })

    test('that ends after another one has delivered changes nothing', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await claimFirst(store)
      await claimFirst(store, noon + leaseMs)
      await finish(store, id, { state: 'delivered' }, 1)
      await finish(store, id, { state: 'pending', nextAttemptAt: noon + minute }, 1)
      await finish(store, id, { state: 'dead' }, 1)
      expect((await store.outbox.get(id))?.row).toMatchObject({ state: 'delivered' })
      expect(await claim(store, noon + minute)).toEqual([])
    })

    test('that delivers late changes a dead letter to delivered', async () => {
      const store = await openStore()
      await enqueue(store, 1)
      const { id } = await claimFirst(store)
      await finish(store, id, { state: 'dead' })
      await finish(store, id, { state: 'delivered' })
      expect((await store.outbox.get(id))?.row.state).toBe('delivered')
    })
  })

  describe('dead letters', () => {
    test('do not block the messages after them, and are listed and counted by state', async () => {
      const { store, dead, delivered } = await withDeadLetter(await openStore())
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

    test('are listed apart from messages with and without attempts, page by page, and found by position', async () => {
      const { store, dead } = await withDeadLetter(await openStore())
      await enqueue(store, 2)
      const retried = await claimFirst(store)
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

    test('are retried from the start of their schedule', async () => {
      const { store, dead } = await withDeadLetter(await openStore())
      expect(await store.outbox.retry({ dead: destination }, noon + minute)).toBe(1)
      expect(await claimFirst(store, noon + minute)).toMatchObject({
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

    test('can be retried one by one, like delivered messages, but not while they are in flight', async () => {
      const { store, delivered } = await withDeadLetter(await openStore())
      expect(await store.outbox.retry({ id: delivered.id }, noon)).toBe(1)
      expect(await store.outbox.retry({ id: 999 }, noon)).toBe(0)
      const { id } = await claimFirst(store)
      expect(id).toBe(delivered.id)
      expect(await store.outbox.retry({ id }, noon)).toBe(0)
      expect(await store.outbox.retry({ id }, noon + leaseMs)).toBe(1)
    })
  })

  describe('a stopped destination', () => {
    test('gets no attempts until it is resumed, and then every message is due', async () => {
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

    test('is resumed only if it was stopped', async () => {
      const store = await openStore()
      expect(await store.outbox.resume(destination)).toBe(false)
      expect(await store.outbox.stopped(destination)).toBeUndefined()
    })
  })
}
