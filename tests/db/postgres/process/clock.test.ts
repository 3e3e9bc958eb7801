import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { preferEstimate, openClock } from '#db/postgres/process/clock.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '#tests/db/contract/setup.ts'

const databases = postgresDatabases()
const second = 1000
const hour = 3600 * second

/** Creates a database whose clock can be set. */
async function settableDatabase() {
  const url = await databases.emptyUrl()
  const pool = new Pool({ connectionString: `${url}?options=-c%20search_path%3Dset,pg_catalog`, max: 2 })
  // Ignores errors, because connections emit one when the database is dropped after the test.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  onTestFinished(() => pool.end())
  await pool.query(`CREATE SCHEMA set; CREATE TABLE set.ahead (ms float8); INSERT INTO set.ahead VALUES (0);
    CREATE FUNCTION set.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
      $$ SELECT pg_catalog.clock_timestamp() + ms * interval '1 ms' FROM set.ahead $$`)
  return { pool, set: (ms: number) => pool.query('UPDATE set.ahead SET ms = $1', [ms]) }
}

async function openTestClock(pool: Pool, everyMs = 50) {
  const clock = await openClock(pool, { run: (work) => work(), onError: () => undefined, everyMs })
  onTestFinished(clock.close)
  return clock
}

test.each([hour, -hour])(
  'a store uses the server’s clock when the system clock is wrong by %i ms',
  async (by) => {
    const { now } = Date
    const skewed = vi.spyOn(Date, 'now').mockImplementation(() => now() + by)
    onTestFinished(() => skewed.mockRestore())
    const store = await openPostgresStore({ url: await databases.url(), piiKey, supervise: false })
    onTestFinished(() => store.close())
    expect(Math.abs(store.now() - now())).toBeLessThan(second)
    // Changes the system clock while the store is open.
    skewed.mockImplementation(() => now() + 10 * by)
    expect(Math.abs(store.now() - now())).toBeLessThan(second)
    expect(Number.isInteger(store.now())).toBe(true)
  },
)

test('follows the server’s clock when it is set forward or back', async () => {
  const { pool, set } = await settableDatabase()
  const clock = await openTestClock(pool)
  for (const ms of [hour, -hour, 0]) {
    await set(ms)
    await expect.poll(() => Math.abs(clock.now() - Date.now() - ms)).toBeLessThan(second)
  }
})

test('never runs backwards when the server’s clock is corrected slightly', async () => {
  const { pool, set } = await settableDatabase()
  await set(200)
  const clock = await openTestClock(pool)
  const read: number[] = []
  await set(0)
  const endAt = performance.now() + second
  while (performance.now() < endAt) {
    read.push(clock.now())
    await sleep(1)
  }
  expect(read).toEqual(read.toSorted((a, b) => a - b))
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(100)
})

test('keeps running while the server cannot be reached', async () => {
  const { pool } = await settableDatabase()
  const clock = await openTestClock(pool)
  const client = await pool.connect()
  await client.query('BEGIN; LOCK TABLE set.ahead IN ACCESS EXCLUSIVE MODE')
  const from = clock.now()
  await sleep(300)
  expect(clock.now() - from).toBeGreaterThan(250)
  expect(clock.now() - from).toBeLessThan(5 * second)
  await client.query('ROLLBACK')
  client.release()
})

const known = { offset: 1000, error: 2, takenAt: 0 }

test.each([
  ['an exact one over a rough one that agrees', { offset: 1010, error: 20, takenAt: 30_000 }, 'known'],
  ['a new one that is as exact', { offset: 1001, error: 2, takenAt: 30_000 }, 'next'],
  ['a rough one that contradicts', { offset: 5000, error: 20, takenAt: 30_000 }, 'next'],
  ['a rougher one when much time has passed', { offset: 1010, error: 20, takenAt: 600_000 }, 'next'],
])('of two estimates prefers %s', (_, next, which) => {
  expect(preferEstimate(known, next)).toBe(which === 'known' ? known : next)
})
