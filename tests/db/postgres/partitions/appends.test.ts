import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { usePartitionsOf } from './small-partitions.ts'

const databases = postgresDatabases()
const openStore = openStores()

/** Opens stores on a new log with partitions of `size` positions, and a session beside them. */
async function openSmall(size: number, count: number, stores = 1) {
  const url = await databases.url()
  await usePartitionsOf(url, size, count)
  const session = new Client({ connectionString: url })
  onTestFinished(() => session.end())
  await session.connect()
  const opened = await Promise.all(
    Array.from({ length: stores }, () => openStore(url, { rangePositions: size, lockTimeoutMs: 2000 })),
  )
  return { url, session, stores: opened as [Store, ...Store[]] }
}

const someEvents = (count: number) => Array.from({ length: count }, () => newEvent({ runId: randomUUID() }))

/** Returns the number of events in each partition, in their order. */
async function countEvents(session: Client): Promise<number[]> {
  const { rows: parts } = await session.query<{ name: string }>(
    `SELECT inhrelid::regclass AS name FROM pg_inherits WHERE inhparent = 'events'::regclass
     ORDER BY substr(inhrelid::regclass::text, 8)::bigint`,
  )
  const counts: number[] = []
  for (const { name } of parts) {
    const { rows } = await session.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`)
    counts.push(rows[0]!.count)
  }
  return counts
}

test('a batch is stored across the bounds of partitions', async () => {
  const { session, stores } = await openSmall(10, 3)
  const events = someEvents(25)
  const results = await appendTo(stores[0], events)
  expect(results.map(({ position }) => position)).toEqual(events.map((_, index) => index + 1))
  expect(await countEvents(session)).toEqual([10, 10, 5])
  expect((await readWholeLog(stores[0])).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
})

test('an id that is stored in another partition is a duplicate', async () => {
  const { stores } = await openSmall(10, 3)
  const events = someEvents(25)
  await appendTo(stores[0], events)
  const repeated = [events[0]!, events[14]!, ...someEvents(1), events[24]!, events[9]!]
  expect(await appendTo(stores[0], repeated)).toEqual([
    { status: 'duplicate', position: 1 },
    { status: 'duplicate', position: 15 },
    { status: 'stored', position: 26 },
    { status: 'duplicate', position: 25 },
    { status: 'duplicate', position: 10 },
  ])
})

test('four writers that cross bounds at the same time leave no gap and store no event twice', async () => {
  const { stores } = await openSmall(50, 20, 4)
  // All writers append the same events, so each is stored once and a duplicate three times.
  const batches = Array.from({ length: 40 }, () => someEvents(7))
  const results = await Promise.all(
    stores.map(async (store) => {
      const own: [NewEvent, { status: string; position: number }][] = []
      for (const batch of batches) {
        const given = await appendTo(store, batch)
        batch.forEach((event, index) => own.push([event, given[index]!]))
      }
      return own
    }),
  )
  const log = await readWholeLog(stores[0])
  expect(log.map(({ position }) => position)).toEqual(Array.from({ length: 280 }, (_, index) => index + 1))
  const positions = new Map(log.map(({ id, position }) => [id, position]))
  expect(positions.size).toBe(280)
  for (const [{ id }, { position }] of results.flat()) expect(position).toBe(positions.get(id))
  expect(results.flat().filter(([, { status }]) => status === 'stored')).toHaveLength(280)
})

test('an append without a partition is an outage that ends when a partition is added', async () => {
  const { stores } = await openSmall(10, 1)
  const [store] = stores
  const events = someEvents(12)
  const failure: unknown = await appendTo(store, events).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StoreUnavailable)
  expect((failure as Error).message).toContain('the log has no partition for the next positions yet (23514')
  expect(await store.log.head()).toBe(0)
  await appendTo(store, events.slice(0, 9))
  expect(await store.partitions!.extend()).toBe(2)
  const results = await appendTo(store, events)
  expect(results.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 9 }, () => 'duplicate'),
    ...Array.from({ length: 3 }, () => 'stored'),
  ])
  expect((await readWholeLog(store)).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
})

test.each([
  ['UPDATE', (name: string) => `UPDATE ${name} SET type = 'paid'`],
  ['DELETE', (name: string) => `DELETE FROM ${name}`],
  ['TRUNCATE', (name: string) => `TRUNCATE ${name}`],
])('the log and each of its partitions refuse %s', async (_, statement) => {
  const { session, stores } = await openSmall(10, 1)
  await appendTo(stores[0], someEvents(5))
  await stores[0].partitions!.extend()
  for (const name of ['events', 'events_10', 'events_20', 'events_30'])
    await expect(session.query(statement(name))).rejects.toThrow(`${name} is append-only`)
  expect(await countEvents(session)).toEqual([5, 0, 0])
})
