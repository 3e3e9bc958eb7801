import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AttemptOutcome, AttemptRequest, Delivery } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, projectionCommit } from '../contract/setup.ts'
import { postgresProcesses, untilSomebodyWaits } from './open-processes.ts'

const open = postgresProcesses()
const endpoint = 'webhook'
const leaseMs = 30_000

/** Messages of several runs, taking turns in the log as visitors do. */
async function owe(store: Store, runIds: readonly string[], each: number) {
  const owners = Array.from({ length: each }, () => runIds).flat()
  const { generation, checkpoint } = await store.projections.live()
  const appended = await appendTo(
    store,
    owners.map(() => newEvent()),
  )
  const deliveries = appended.map(({ position }, index) => ({
    endpoint,
    position,
    runId: owners[index]!,
    eventType: 'step',
    sequence: 1 + Math.floor(index / runIds.length),
    webhookId: `msg_${position}`,
  }))
  const to = appended.at(-1)!.position
  await store.projections.commit(projectionCommit({ generation, from: checkpoint, to, deliveries }))
}

const request = (runId: string) => ({ endpoint, runId, now: noon, leaseMs, stepAsideMs: 60_000 })
const begin = (store: Store, runId: string) => store.deliveries.beginAttempt(request(runId))

async function take(store: Store, runId: string): Promise<Delivery> {
  const next = await begin(store, runId)
  if (next.kind !== 'attempt') throw new Error(`nothing to attempt: ${JSON.stringify(next)}`)
  return next.delivery
}

function finish(store: Store, { id, attempts }: Delivery, outcome: AttemptOutcome, next?: AttemptRequest) {
  const attempt = { number: attempts + 1, startedAt: noon, durationMs: 1, httpStatus: 200, error: null }
  return store.deliveries.finishAttempt(id, attempt, outcome, next)
}

async function countStates(store: Store) {
  const counts = await store.deliveries.countByState()
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
}

describe('several processes that deliver at once', () => {
  test('send each message once, those of a run in order and one at a time', async () => {
    const { stores } = await open(4)
    const runIds = ['a', 'b', 'c']
    await owe(stores[0], runIds, 6)
    const inFlight = new Map<string, Delivery>()
    const sent: Delivery[] = []

    async function serve(store: Store, runId: string): Promise<void> {
      for (;;) {
        const next = await begin(store, runId)
        if (next.kind === 'idle') return
        if (next.kind === 'wait') {
          await sleep(1)
          continue
        }
        expect(inFlight.get(runId)).toBeUndefined()
        inFlight.set(runId, next.delivery)
        await sleep(1)
        inFlight.delete(runId)
        sent.push(next.delivery)
        await finish(store, next.delivery, { state: 'delivered' })
      }
    }
    await Promise.all(stores.flatMap((store) => runIds.flatMap((runId) => [serve(store, runId)])))
    for (const runId of runIds) {
      const ofRun = sent.filter((delivery) => delivery.runId === runId)
      expect(ofRun.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    }
    expect(await countStates(stores[0])).toEqual({ pending: 0, delivered: 18, dead: 0 })
  })

  test('wait for the one that is about to take a message, and then see its lease', async () => {
    const { stores, pool, session } = await open(1)
    await owe(stores[0], ['a'], 2)
    const other = await session()
    await other.query('BEGIN')
    await other.query(`UPDATE deliveries SET leased_until = $1 WHERE id = (SELECT min(id) FROM deliveries)`, [
      noon + leaseMs,
    ])
    const beginning = begin(stores[0], 'a')
    await untilSomebodyWaits(pool)
    await other.query('COMMIT')
    expect(await beginning).toEqual({ kind: 'wait', until: noon + leaseMs })
  })
})

describe('the end of an attempt that begins the next one', () => {
  test('takes its locks in the order in which a beginning takes them, so that neither waits for the other', async () => {
    const { stores, pool, session } = await open(1)
    const [store] = stores
    await owe(store, ['a'], 3)
    const first = await take(store, 'a')
    await finish(store, first, { state: 'pending', nextAttemptAt: noon + 3_600_000 })
    const second = await take(store, 'a')
    const other = await session()
    const lock = ({ id }: Delivery) =>
      other.query('SELECT FROM deliveries WHERE id = $1 FOR NO KEY UPDATE', [id])
    await other.query('BEGIN')
    await lock(first)
    const finishing = finish(store, second, { state: 'delivered' }, request('a'))
    await untilSomebodyWaits(pool)
    await lock(second)
    await other.query('COMMIT')
    expect(await finishing).toMatchObject({ kind: 'attempt', delivery: { sequence: 3 } })
  })
})

describe('dead letters', () => {
  test('are sent again once when two people ask for it at the same moment', async () => {
    const { stores, pool } = await open(2)
    const runIds = Array.from({ length: 40 }, (_, index) => `run-${index}`)
    await owe(stores[0], runIds, 5)
    await pool.query(`UPDATE deliveries SET state = 'dead'`)
    const again = await Promise.all(stores.map((store) => store.deliveries.retry({ state: 'dead' }, noon)))
    expect(again.reduce((sum, count) => sum + count)).toBe(200)
    expect(await countStates(stores[0])).toEqual({ pending: 200, delivered: 0, dead: 0 })
    expect(await stores[0].queue.depth()).toEqual([{ queue: 'deliveries', jobs: 40 }])
  })
})

describe('the counts by state', () => {
  test('stay right and small however many deliveries there were', async () => {
    const { stores, pool } = await open(2)
    const [store, other] = stores as [Store, Store]
    for (let round = 0; round < 3; round++) {
      await owe(store, ['a'], 10)
      for (let message = 0; message < 8; message++) {
        const next = await begin(other, 'a')
        if (next.kind === 'attempt')
          await finish(other, next.delivery, { state: message === 3 ? 'dead' : 'delivered' })
      }
    }
    await owe(store, ['b'], 1)
    const { rows } = await pool.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int FROM deliveries GROUP BY state',
    )
    expect(await countStates(store)).toEqual(Object.fromEntries(rows.map((row) => [row.state, row.count])))
    expect(await countStates(store)).toEqual({ pending: 7, delivered: 21, dead: 3 })
    expect((await pool.query('SELECT FROM delivery_counts')).rowCount).toBe(3)
  })
})
