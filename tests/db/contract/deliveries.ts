import { describe, expect, test } from 'vitest'
import type { Attempt, AttemptOutcome } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, fresh, newEvent, projectionCommit, second } from './setup.ts'

const endpoint = 'webhook'
const runId = 'run-1'
const leaseMs = 30 * second
const stepAsideMs = 60 * second
const minute = 60 * second

function attempt(number = 1, over: Partial<Attempt> = {}): Attempt {
  return { number, startedAt: noon, durationMs: 12, httpStatus: 500, error: 'HTTP 500', ...over }
}

/** Messages of one run, in the order of the log, from position 1. */
async function owe(store: Store, count: number, run = runId) {
  const { checkpoint } = await store.projections.live()
  const events = Array.from({ length: count }, () => newEvent())
  const appended = await appendTo(store, events)
  const deliveries = appended.map(({ position }, index) => ({
    endpoint,
    position,
    runId: run,
    eventType: 'step',
    sequence: index + 1,
    webhookId: `msg_${position}`,
  }))
  const to = appended.at(-1)!.position
  await store.projections.commit(projectionCommit({ from: checkpoint, to, deliveries }))
}
const begin = (store: Store, now = noon, run = runId) =>
  store.deliveries.beginAttempt({ endpoint, runId: run, now, leaseMs, stepAsideMs })
/** The position of the message that is to be tried now. */
async function take(store: Store, now = noon) {
  const next = await begin(store, now)
  if (next.kind !== 'attempt') throw new Error(`nothing to attempt: ${JSON.stringify(next)}`)
  return next.delivery
}
const finish = (store: Store, id: number, outcome: AttemptOutcome, number = 1) =>
  store.deliveries.finishAttempt(id, attempt(number), outcome)

async function letDie(store: Store) {
  await owe(store, 3)
  const dead = await take(store)
  await finish(store, dead.id, { state: 'dead' }, 10)
  const delivered = await take(store)
  await finish(store, delivered.id, { state: 'delivered' })
  return { store, dead, delivered }
}

export function deliveriesContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('an attempt', () => {
    test('takes the messages of a run in order, one at a time', async () => {
      const store = await openStore()
      await owe(store, 3)
      const first = await take(store)
      expect(first).toMatchObject({ position: 1, sequence: 1, attempts: 0, leasedUntil: noon + leaseMs })
      expect(await begin(store, noon + 1)).toEqual({ kind: 'wait', until: noon + leaseMs })
      await finish(store, first.id, { state: 'delivered' })
      const next = await take(store)
      expect(next.position).toBe(2)
      await finish(store, next.id, { state: 'delivered' })
      await finish(store, (await take(store)).id, { state: 'delivered' })
      expect(await begin(store)).toEqual({ kind: 'idle' })
    })

    test('leaves other runs and other endpoints alone', async () => {
      const store = await openStore()
      await owe(store, 1)
      await owe(store, 1, 'run-2')
      await take(store)
      expect(await begin(store, noon, 'run-2')).toMatchObject({ kind: 'attempt', delivery: { position: 2 } })
      expect(await begin(store, noon, 'run-3')).toEqual({ kind: 'idle' })
      const other = { endpoint: 'other', runId, now: noon, leaseMs, stepAsideMs }
      expect(await store.deliveries.beginAttempt(other)).toEqual({ kind: 'idle' })
    })

    test('is given to one of two processes', async () => {
      const [one, other] = await pair()
      await owe(one, 2)
      const kinds = (await Promise.all([begin(one), begin(other), begin(one)])).map(({ kind }) => kind)
      expect(kinds.sort()).toEqual(['attempt', 'wait', 'wait'])
    })

    test('is given again when its lease has run out', async () => {
      const store = await openStore()
      await owe(store, 1)
      const { id } = await take(store)
      expect(await begin(store, noon + leaseMs - 1)).toMatchObject({ kind: 'wait' })
      expect(await take(store, noon + leaseMs)).toMatchObject({ id, leasedUntil: noon + 2 * leaseMs })
    })

    test('waits for the next try of the message in front while that is near', async () => {
      const store = await openStore()
      await owe(store, 2)
      const nextAttemptAt = noon + stepAsideMs
      await finish(store, (await take(store)).id, { state: 'pending', nextAttemptAt })
      expect(await begin(store)).toEqual({ kind: 'wait', until: nextAttemptAt })
      expect(await take(store, nextAttemptAt)).toMatchObject({ position: 1, attempts: 1 })
    })

    test('passes over a message whose next try is far away, until it is near', async () => {
      const store = await openStore()
      await owe(store, 2)
      const far = noon + stepAsideMs + 1
      await finish(store, (await take(store)).id, { state: 'pending', nextAttemptAt: far })
      const behind = await take(store)
      expect(behind.position).toBe(2)
      await finish(store, behind.id, { state: 'pending', nextAttemptAt: noon + 5 * minute })
      expect(await begin(store)).toEqual({ kind: 'wait', until: far })
      expect((await take(store, far)).position).toBe(1)
    })

    test('waits for the soonest when all have stepped aside', async () => {
      const store = await openStore()
      await owe(store, 2)
      for (const minutes of [9, 5]) {
        const { id } = await take(store)
        await finish(store, id, { state: 'pending', nextAttemptAt: noon + minutes * minute })
      }
      expect(await begin(store)).toEqual({ kind: 'wait', until: noon + 5 * minute })
      expect((await take(store, noon + 5 * minute)).position).toBe(2)
    })

    test('is recorded with what came of it', async () => {
      const store = await openStore()
      await owe(store, 1)
      const { id } = await take(store)
      const failed = attempt(1, { httpStatus: null, error: 'timeout' })
      const pending = { state: 'pending', nextAttemptAt: noon + 5 * second } as const
      await store.deliveries.finishAttempt(id, failed, pending)
      await take(store, noon + 5 * second)
      const late = attempt(2, { startedAt: noon + 5 * second, httpStatus: 204, error: null })
      await store.deliveries.finishAttempt(id, late, { state: 'delivered' })
      expect(await store.deliveries.get(id)).toEqual({
        delivery: {
          id,
          endpoint,
          position: 1,
          runId,
          eventType: 'step',
          sequence: 1,
          webhookId: 'msg_1',
          state: 'delivered',
          attempts: 2,
          leasedUntil: null,
          nextAttemptAt: noon + 5 * second,
          createdAt: noon,
          finishedAt: noon + 5 * second + 12,
        },
        attempts: [failed, late],
      })
      expect(await store.deliveries.get(id + 1)).toBeUndefined()
    })

    test('can begin the next one of its run with its end', async () => {
      const store = await openStore()
      await owe(store, 2)
      const { id } = await take(store)
      const request = { endpoint, runId, now: noon, leaseMs, stepAsideMs }
      const next = await store.deliveries.finishAttempt(id, attempt(), { state: 'delivered' }, request)
      expect(next).toMatchObject({ kind: 'attempt', delivery: { position: 2, leasedUntil: noon + leaseMs } })
      expect(await begin(store)).toEqual({ kind: 'wait', until: noon + leaseMs })
      const last = next?.kind === 'attempt' ? next.delivery.id : 0
      expect(await store.deliveries.finishAttempt(last, attempt(), { state: 'delivered' }, request)).toEqual({
        kind: 'idle',
      })
    })

    test('that ends after another one has delivered changes nothing', async () => {
      const store = await openStore()
      await owe(store, 1)
      const { id } = await take(store)
      await take(store, noon + leaseMs)
      await finish(store, id, { state: 'delivered' }, 1)
      await finish(store, id, { state: 'pending', nextAttemptAt: noon + minute }, 1)
      await finish(store, id, { state: 'dead' }, 1)
      expect((await store.deliveries.get(id))?.delivery).toMatchObject({ state: 'delivered' })
      expect(await begin(store, noon + minute)).toEqual({ kind: 'idle' })
    })

    test('that delivers late wins over the dead letter', async () => {
      const store = await openStore()
      await owe(store, 1)
      const { id } = await take(store)
      await finish(store, id, { state: 'dead' })
      await finish(store, id, { state: 'delivered' })
      expect((await store.deliveries.get(id))?.delivery.state).toBe('delivered')
    })
  })

  describe('dead letters', () => {
    test('do not hold up the messages behind them, and are listed and counted by state', async () => {
      const { store, dead, delivered } = await letDie(await openStore())
      const list = async (query: { state?: 'pending' | 'dead' | 'delivered'; limit: number }) =>
        (await store.deliveries.list(query)).map(({ position }) => position)
      expect(await list({ limit: 10 })).toEqual([3, 2, 1])
      expect(await list({ limit: 2 })).toEqual([3, 2])
      expect(await list({ state: 'dead', limit: 10 })).toEqual([dead.position])
      expect(await list({ state: 'delivered', limit: 10 })).toEqual([delivered.position])
      const counts = await store.deliveries.countByState()
      expect(Object.fromEntries(counts.map(({ state, count }) => [state, count]))).toEqual({
        pending: 1,
        delivered: 1,
        dead: 1,
      })
    })

    test('are told from what is still tried, page by page, and found by their place in the log', async () => {
      const { store, dead } = await letDie(await openStore())
      await owe(store, 2)
      const retried = await take(store)
      await finish(store, retried.id, { state: 'pending', nextAttemptAt: noon + minute })
      const list = async (query: Omit<Parameters<typeof store.deliveries.list>[0], 'limit'>) =>
        (await store.deliveries.list({ ...query, limit: 9 })).map(({ position }) => position)
      expect(await list({ state: 'pending', tried: true })).toEqual([3])
      expect(await list({ state: 'pending', tried: false })).toEqual([5, 4])
      expect(await list({ state: 'pending', tried: false, before: retried.id + 2 })).toEqual([4])
      expect(await list({ before: retried.id })).toEqual([2, 1])
      expect(await store.deliveries.countRetrying()).toBe(1)
      const found = await store.deliveries.at(endpoint, [5, 1, 99])
      expect(found.map(({ position, state }) => `${position} ${state}`).sort()).toEqual([
        '1 dead',
        '5 pending',
      ])
      expect(found.map(({ id }) => id)).toContain(dead.id)
      expect(await store.deliveries.at('other', [1])).toEqual([])
    })

    test('are sent again with the schedule from its start', async () => {
      const { store, dead } = await letDie(await openStore())
      expect(await store.deliveries.retry({ state: 'dead' }, noon + minute)).toBe(1)
      expect(await store.queue.claim('deliveries', noon + minute, leaseMs, 9)).toMatchObject([{ key: runId }])
      expect(await take(store, noon + minute)).toMatchObject({
        id: dead.id,
        attempts: 0,
        state: 'pending',
        webhookId: dead.webhookId,
        finishedAt: null,
        nextAttemptAt: noon + minute,
      })
      await finish(store, dead.id, { state: 'pending', nextAttemptAt: noon + 2 * minute })
      expect((await store.deliveries.get(dead.id))?.attempts.map(({ number }) => number)).toEqual([10, 1])
      expect(await store.deliveries.retry({ state: 'dead' }, noon + minute)).toBe(0)
    })

    test('one delivery can be chosen, whatever became of it, but not while it is in flight', async () => {
      const { store, delivered } = await letDie(await openStore())
      expect(await store.deliveries.retry({ id: delivered.id }, noon)).toBe(1)
      expect(await store.deliveries.retry({ id: 999 }, noon)).toBe(0)
      const { id } = await take(store)
      expect(id).toBe(delivered.id)
      expect(await store.deliveries.retry({ id }, noon)).toBe(0)
      expect(await store.deliveries.retry({ id }, noon + leaseMs)).toBe(1)
    })
  })

  describe('a stopped endpoint', () => {
    test('is not tried until it is resumed, and then everything owed is scheduled', async () => {
      const store = await openStore()
      await owe(store, 2)
      await owe(store, 1, 'run-2')
      await store.deliveries.stop(endpoint, 'HTTP 410', noon)
      expect(await store.deliveries.stopped(endpoint)).toEqual({ reason: 'HTTP 410', at: noon })
      expect(await begin(store)).toEqual({ kind: 'idle' })
      expect(await store.deliveries.resume(endpoint, noon + minute)).toBe(true)
      expect(await store.deliveries.stopped(endpoint)).toBeUndefined()
      const woken = await store.queue.claim('deliveries', noon + minute, leaseMs, 9)
      expect(woken.map(({ key }) => key).sort()).toEqual([runId, 'run-2'])
      expect((await take(store, noon + minute)).position).toBe(1)
    })

    test('that was not stopped is not resumed', async () => {
      const store = await openStore()
      expect(await store.deliveries.resume(endpoint, noon)).toBe(false)
      expect(await store.deliveries.stopped(endpoint)).toBeUndefined()
    })
  })
}
