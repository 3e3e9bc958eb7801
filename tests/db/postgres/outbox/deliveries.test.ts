import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, projectionCommit } from '#tests/db/contract/setup.ts'
import { postgresProcesses, untilLockWait } from '#tests/db/postgres/open-processes.ts'

const open = postgresProcesses()
const destination = 'webhook'
const leaseMs = 30_000

/** Enqueues `each` messages per run, each about a different event. The events of the runs alternate in the log. */
async function enqueue(store: Store, runIds: readonly string[], each: number) {
  const owners = Array.from({ length: each }, () => runIds).flat()
  const { generation, checkpoint } = await store.projections.live()
  const appended = await appendTo(
    store,
    owners.map(() => newEvent()),
  )
  const messages = appended.map(
    ({ position }, index) =>
      ({
        destination,
        position,
        runId: owners[index]!,
        eventType: 'step',
        sequence: 1 + Math.floor(index / runIds.length),
        messageId: `msg_${position}`,
      }) as const,
  )
  const to = appended.at(-1)!.position
  await store.projections.commit(projectionCommit({ generation, from: checkpoint, to, messages }))
}

const request = { destination, now: noon, leaseMs } as const

function finish(store: Store, row: OutboxRow, claimNext: boolean, state: 'delivered' | 'dead' = 'delivered') {
  const attempt = { number: row.attempts + 1, startedAt: noon, durationMs: 1, status: 200, error: null }
  return store.outbox.finish(row, attempt, { state }, claimNext ? request : undefined)
}

async function countStates(store: Store) {
  const counts = await store.outbox.countByState()
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
}

describe('several processes that deliver at once', () => {
  test('send each message once, those of a run in order and one at a time', async () => {
    const { stores } = await open(4)
    const runIds = ['a', 'b', 'c', 'd', 'e']
    await enqueue(stores[0], runIds, 6)
    const inFlight = new Set<string>()
    const sent: OutboxRow[] = []

    async function deliver(store: Store, first: OutboxRow): Promise<void> {
      let row: OutboxRow | undefined = first
      while (row) {
        expect(inFlight).not.toContain(row.runId)
        inFlight.add(row.runId!)
        await sleep(1)
        inFlight.delete(row.runId!)
        sent.push(row)
        // Usually, `finish` also claims the run's next message for this process. Every third time it does not, so that
        // any process can claim that message.
        row = await finish(store, row, sent.length % 3 > 0)
      }
    }
    async function serve(store: Store): Promise<void> {
      while (sent.length < 30) {
        const rows = await store.outbox.claimDue({ ...request, limit: 2 })
        await Promise.all(rows.map((row) => deliver(store, row)))
      }
    }
    await Promise.all(stores.flatMap((store) => [serve(store), serve(store)]))
    expect(sent).toHaveLength(30)
    for (const runId of runIds) {
      const ofRun = sent.filter((row) => row.runId === runId)
      expect(ofRun.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    }
    expect(await countStates(stores[0])).toEqual({ delivered: 30 })
  })

  test('never have two messages of a run in flight, even if one becomes due meanwhile', async () => {
    const { stores, pool } = await open(3)
    const runIds = Array.from({ length: 10 }, (_, index) => `run-${index}`)
    await enqueue(stores[0], runIds, 2)
    for (let round = 0; round < 20; round += 1) {
      // At first, the second message of each run is due now, and the first message only in an hour. While the stores
      // claim messages, another update makes the first message of each run due as well.
      await pool.query(
        `UPDATE outbox SET leased_until = NULL, next_attempt_at = CASE sequence WHEN 1 THEN $1::bigint ELSE $2::bigint END`,
        [noon + 3_600_000, noon],
      )
      await Promise.all([
        ...stores.map((store) => store.outbox.claimDue({ ...request, limit: 20 })),
        pool.query('UPDATE outbox SET next_attempt_at = $1 WHERE sequence = 1 AND leased_until IS NULL', [
          noon,
        ]),
        ...stores.map((store) => store.outbox.claimDue({ ...request, limit: 20 })),
      ])
      const { rows } = await pool.query(
        'SELECT run_id FROM outbox WHERE leased_until IS NOT NULL GROUP BY run_id HAVING count(*) > 1',
      )
      expect(rows).toEqual([])
    }
  })

  test('skip a message whose row is locked by another process', async () => {
    const { stores, session } = await open(1)
    await enqueue(stores[0], ['a', 'b'], 1)
    const other = await session()
    await other.query('BEGIN')
    await other.query('SELECT FROM outbox WHERE id = (SELECT min(id) FROM outbox) FOR NO KEY UPDATE')
    const claimed = await stores[0].outbox.claimDue({ ...request, limit: 9 })
    expect(claimed.map(({ runId }) => runId)).toEqual(['b'])
    await other.query('COMMIT')
    expect(await stores[0].outbox.claimDue({ ...request, limit: 9 })).toMatchObject([{ runId: 'a' }])
  })
})

describe('an attempt that ends while another process changes the messages of its run', () => {
  const deliver = `UPDATE outbox SET state = 'delivered', leased_until = NULL WHERE sequence = 1`
  test.each([
    {
      change: 'delivers the message and leases the next one',
      statements: [deliver, `UPDATE outbox SET leased_until = ${noon + leaseMs} WHERE sequence = 2`],
      next: [],
      states: { delivered: 1, pending: 1 },
      attempts: 1,
    },
    {
      change: 'delivers the message and holds the next one',
      statements: [deliver, `UPDATE outbox SET state = 'held' WHERE sequence = 2`],
      next: [],
      states: { delivered: 1, held: 1 },
      attempts: 1,
    },
    {
      change: 'declares the message dead',
      statements: [`UPDATE outbox SET state = 'dead', leased_until = NULL WHERE sequence = 1`],
      next: [{ sequence: 2 }],
      states: { delivered: 1, pending: 1 },
      attempts: 1,
    },
    {
      change: 'makes the message due later',
      statements: [`UPDATE outbox SET attempts = 3, next_attempt_at = ${noon + leaseMs} WHERE sequence = 1`],
      next: [{ sequence: 2 }],
      states: { delivered: 1, pending: 1 },
      attempts: 1,
    },
    {
      change: 'removes the message',
      statements: ['DELETE FROM outbox WHERE sequence = 1'],
      next: [{ sequence: 2 }],
      states: { pending: 1 },
      attempts: 0,
    },
  ])('takes into account that it $change', async ({ statements, next, states, attempts }) => {
    const { stores, pool, session } = await open(1)
    const [store] = stores
    await enqueue(store, ['a'], 2)
    const [first] = await store.outbox.claimDue({ ...request, limit: 1 })
    const other = await session()
    await other.query('BEGIN')
    for (const statement of statements) await other.query(statement)
    const ending = finish(store, first!, true)
    await untilLockWait(pool)
    await other.query('COMMIT')
    expect([await ending].filter((row) => row !== undefined)).toMatchObject(next)
    const { rows } = await pool.query('SELECT state, count(*)::int AS count FROM outbox GROUP BY state')
    expect(Object.fromEntries(rows.map(({ state, count }) => [state, count]))).toEqual(states)
    expect(await countStates(store)).toEqual(states)
    expect((await pool.query('SELECT FROM outbox_attempts')).rowCount).toBe(attempts)
  })
})

describe('dead letters', () => {
  test('are each retried once when two processes retry all of them at once', async () => {
    const { stores, pool } = await open(2)
    const runIds = Array.from({ length: 40 }, (_, index) => `run-${index}`)
    await enqueue(stores[0], runIds, 5)
    await pool.query(`UPDATE outbox SET state = 'dead'`)
    const again = await Promise.all(stores.map((store) => store.outbox.retry({ dead: destination }, noon)))
    expect(again.reduce((sum, count) => sum + count)).toBe(200)
    expect(await countStates(stores[0])).toEqual({ pending: 200 })
  })
})

describe('the counts by state', () => {
  test('stay correct after many changes, in few rows', async () => {
    const { stores, pool } = await open(2)
    const [store, other] = stores as [Store, Store]
    for (let round = 0; round < 3; round++) {
      await enqueue(store, ['a'], 10)
      for (let message = 0; message < 8; message++) {
        const [row] = await other.outbox.claimDue({ ...request, limit: 1 })
        if (row) await finish(other, row, false, message === 3 ? 'dead' : 'delivered')
      }
    }
    await enqueue(store, ['b'], 1)
    const { rows } = await pool.query<{ state: string; count: number }>(
      'SELECT state, count(*)::int FROM outbox GROUP BY state',
    )
    const counted = Object.fromEntries(rows.map((row) => [row.state, row.count]))
    expect(await countStates(store)).toEqual(counted)
    expect(await countStates(store)).toEqual({ pending: 7, delivered: 21, dead: 3 })
    expect((await pool.query('SELECT FROM outbox_counts')).rowCount).toBe(3)
  })
})
