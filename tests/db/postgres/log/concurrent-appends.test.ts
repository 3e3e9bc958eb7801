// @module-tag slow
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { seededRandom } from '#tests/faults/support/seeded-random.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

/**
 * Appends events. After an outage, repeats the append with the same event ids, as browsers do. Returns the positions of
 * the events.
 */
async function appendForSure(store: Store, events: NewEvent[], onOutage: () => void): Promise<number[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return (await appendTo(store, events)).map(({ position }) => position)
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || tried > 50) throw error
      onOutage()
    }
  }
}

/**
 * Appends `count` events in batches of random sizes. About one batch in ten is first appended together with an invalid
 * event. That append must fail; the batch is then appended without the invalid event. Returns the position of each event
 * by its id.
 */
async function write(
  store: Store,
  count: number,
  { random, onOutage }: { random: () => number; onOutage: () => void },
): Promise<Map<string, number>> {
  const positions = new Map<string, number>()
  while (positions.size < count) {
    const size = Math.min(count - positions.size, 1 + Math.floor(random() * 100))
    const events = Array.from({ length: size }, () =>
      newEvent({ runId: randomUUID(), personal: { form: { vorname: 'Ada' } } }),
    )
    if (random() < 0.1) {
      const broken = [...events, { ...newEvent(), funnel: null as never }, ...events]
      await expect(appendTo(store, broken)).rejects.toThrow()
    }
    const given = await appendForSure(store, events, onOutage)
    for (const [index, { id }] of events.entries()) positions.set(id, given[index]!)
  }
  return positions
}

test(
  'no reader skips or waits for events of four writers with failing batches, during a long transaction',
  { timeout: 120_000 },
  async () => {
    const url = await databases.url()
    const random = seededRandom(41)
    const stores = await Promise.all([open(url), open(url), open(url), open(url)])
    const reader = await open(url)
    // The `unrelated` transaction writes and stays open. Readers must not wait for it to end.
    const [unrelated, operator] = [
      new Client({ connectionString: url }),
      new Client({ connectionString: url }),
    ]
    await Promise.all([unrelated.connect(), operator.connect()])
    await unrelated.query('CREATE TABLE unrelated (id int); BEGIN; INSERT INTO unrelated VALUES (1)')

    const state = { writing: true, outages: 0 }
    const onOutage = () => void (state.outages += 1)
    const writing = Promise.all(stores.map((store) => write(store, 10_000, { random, onOutage }))).finally(
      () => {
        state.writing = false
      },
    )
    const cutting = (async () => {
      while (state.writing) {
        await pause(100)
        await operator.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
             AND (query LIKE '%daily_counters%' OR query LIKE '%pg_advisory%' OR query = 'COMMIT')
           ORDER BY random() LIMIT 1`,
        )
      }
    })()
    let checkpoint = 0
    let last = false
    while (!last) {
      last = !state.writing
      const head = await reader.log.head()
      const events = await reader.log.read(checkpoint, 50_000)
      for (const { position } of events) {
        if (position !== checkpoint + 1) throw new Error(`read ${position} after ${checkpoint}`)
        checkpoint = position
      }
      // `head` was the last position before this read, so the read must have returned all events up to it.
      expect(checkpoint).toBeGreaterThanOrEqual(head)
      await pause(5)
    }
    await Promise.all([writing, cutting])
    await Promise.all([unrelated.end(), operator.end()])
    expect(state.outages).toBeGreaterThan(0)

    expect(checkpoint).toBe(40_000)
    const written = new Map((await writing).flatMap((positions) => [...positions]))
    const stored = await readWholeLog(reader)
    expect(stored).toHaveLength(40_000)
    expect(stored.every(({ id, position }) => written.get(id) === position)).toBe(true)
    expect(stored.at(-1)?.position).toBe(40_000)
    const counters = await reader.log.counters('2026-11-20', '2026-11-20')
    expect(counters.find(({ name }) => name === 'stored')?.count).toBe(40_000)
  },
)

test('replicas that race for the same id and for the same content store it once', async () => {
  const url = await databases.url()
  const stores = await Promise.all([open(url), open(url), open(url)])
  for (let round = 0; round < 30; round += 1) {
    const event = newEvent({ fingerprint: `id ${round}` })
    const content = () => newEvent({ fingerprint: `content ${round}`, once: `order:${round}` })
    const results = await Promise.all(
      stores.flatMap((store) => [appendTo(store, [event]), appendTo(store, [content()])]),
    )
    const positions = results.flat().map(({ position }) => position)
    expect(results.flat().filter(({ status }) => status === 'stored')).toHaveLength(2)
    expect(new Set(positions)).toEqual(new Set([2 * round + 1, 2 * round + 2]))
  }
})
