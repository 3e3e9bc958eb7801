import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { usePartitionsOf } from './small-partitions.ts'

const databases = postgresDatabases()
const openStore = openStores()
const size = 10

async function openSmall(count = 1) {
  const url = await databases.url()
  await usePartitionsOf(url, size, count)
  const session = new Client({ connectionString: url })
  onTestFinished(() => session.end())
  await session.connect()
  const open = () => openStore(url, { rangePositions: size, lockTimeoutMs: 2000 })
  return { url, session, open, store: await open() }
}

const append = (store: Store, count: number) =>
  appendTo(
    store,
    Array.from({ length: count }, () => newEvent({ runId: randomUUID() })),
  )

test('there is always room for two partitions after the one with the end of the log', async () => {
  const { store } = await openSmall()
  const partitions = store.partitions!
  expect(await partitions.extend()).toBe(1)
  expect(await partitions.positionsLeft()).toBe(2 * size)
  expect(await partitions.extend()).toBe(0)
  await append(store, 11)
  expect(await partitions.extend()).toBe(2)
  expect(await partitions.positionsLeft()).toBe(4 * size - 11)
})

test('a service adds missing partitions when it starts', async () => {
  const { url, store } = await openSmall()
  await openStore(url, { rangePositions: size, supervise: true })
  expect(await store.partitions!.positionsLeft()).toBe(2 * size)
})

test('processes that add partitions at the same time add each one once', async () => {
  const { store, open } = await openSmall()
  await append(store, 10)
  const stores = [store, await open(), await open()]
  const added = await Promise.all(stores.map(({ partitions }) => partitions!.extend()))
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, 2])
})

test('partitions are added during reads, appends and dumps', async () => {
  const { session, store } = await openSmall()
  await append(store, 1)
  // ROW EXCLUSIVE is the lock of an append, ACCESS SHARE that of a dump.
  await session.query(
    'BEGIN; LOCK TABLE events IN ROW EXCLUSIVE MODE; LOCK TABLE events IN ACCESS SHARE MODE',
  )
  expect(await store.partitions!.extend()).toBe(2)
  await append(store, 15)
  await session.query('COMMIT')
})

test('while statistics are computed, appends continue and partitions are added afterwards', async () => {
  const { session, store } = await openSmall(2)
  await append(store, 5)
  // The lock of ANALYZE.
  await session.query('BEGIN; LOCK TABLE events IN SHARE UPDATE EXCLUSIVE MODE')
  const extending = store.partitions!.extend()
  const refused = expect(extending).rejects.toThrow(StoreUnavailable)
  for (let count = 0; count < 10; count += 1) await append(store, 1)
  await refused
  await session.query('COMMIT')
  expect(await store.partitions!.extend()).toBe(2)
})

test('a partition that a failover has lost is added again', async () => {
  const { session, store } = await openSmall()
  await append(store, 9)
  await store.partitions!.extend()
  await session.query('DROP TABLE events_20, events_30')
  expect(await store.partitions!.positionsLeft()).toBe(1)
  expect(await store.partitions!.extend()).toBe(2)
  expect((await append(store, 3)).map(({ position }) => position)).toEqual([10, 11, 12])
})

test('statistics of the whole log are computed when it has grown by a tenth', async () => {
  const { url, session } = await openSmall()
  await usePartitionsOf(url, 100_000, 1)
  const store = await openStore(url)
  const insert = (from: number, to: number) =>
    session.query(
      `INSERT INTO events SELECT n, n::text, 'step', 'anmeldung', 1, 'run' || n / 4, 's', 1, n, n, n, n, '{}', '{}', '{}'
       FROM generate_series($1::int, $2::int) AS n`,
      [from, to],
    )
  const counted = async () => {
    const { rows } = await session.query<{ rows: number }>(
      `SELECT reltuples::int AS rows FROM pg_class WHERE oid = 'events'::regclass`,
    )
    return rows[0]!.rows
  }
  await insert(1, 5000)
  await session.query('ANALYZE events_100000')
  await store.partitions!.refreshStatistics()
  expect(await counted()).toBe(5000)
  const { rows } = await session.query<{ distinct: number }>(
    `SELECT n_distinct AS distinct FROM pg_stats WHERE tablename = 'events' AND attname = 'run_id' AND inherited`,
  )
  expect(rows).toEqual([{ distinct: expect.closeTo(-0.25, 1) as number }])

  await insert(5001, 5400)
  await session.query('ANALYZE events_100000')
  await store.partitions!.refreshStatistics()
  expect(await counted()).toBe(5000)
  await insert(5401, 5600)
  await session.query('ANALYZE events_100000')
  await store.partitions!.refreshStatistics()
  expect(await counted()).toBe(5600)
})
