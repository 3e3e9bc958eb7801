import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import type { NewEvent } from '#db/ports/event-log.ts'
import { toAppendRows } from '#db/ports/append-rows.ts'
import { createAppend } from '#db/postgres/log/append.ts'
import { openAppends } from '#db/postgres/connection/connection.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

const pools: Pool[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})
function connect(url: string): Pool {
  const pool = openAppends({ url, lockTimeoutMs: 1000, statementTimeoutMs: 1000, connections: 1 })
  pools.push(pool)
  return pool
}

async function runSql<Row>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row & object>(statement)).rows
  } finally {
    await client.end()
  }
}

test.each([
  ['UPDATE', "UPDATE events SET type = 'paid' WHERE position = 1"],
  ['DELETE', 'DELETE FROM events WHERE position = 1'],
  ['TRUNCATE', 'TRUNCATE events'],
  ['UPSERT', "INSERT INTO events SELECT * FROM events ON CONFLICT (position) DO UPDATE SET type = 'paid'"],
  ['MERGE', 'MERGE INTO events USING (SELECT 1 AS n) AS one ON position = n WHEN MATCHED THEN DELETE'],
])('the log refuses %s', async (_, statement) => {
  const url = await databases.url()
  const store = await open(url)
  const event = newEvent()
  await appendTo(store, [event])
  await expect(runSql(url, statement)).rejects.toThrow(/events is append-only/)
  expect(await store.log.read(0, 10)).toEqual([{ ...event, position: 1 }])
})

const release = (version: string): NewOperationalEvent => ({
  type: 'released',
  once: `released:${version}`,
  data: { version },
})

test.each([
  ['UPDATE', "UPDATE operational_events SET type = 'other'"],
  ['DELETE', 'DELETE FROM operational_events'],
  ['TRUNCATE', 'TRUNCATE operational_events'],
])('the operational events refuse %s', async (_, statement) => {
  const url = await databases.url()
  const store = await open(url)
  await store.operations.append(release('1'))
  await expect(runSql(url, statement)).rejects.toThrow(/operational_events is append-only/)
  expect(await store.operations.read({ types: ['released'], limit: 9 })).toMatchObject([{ position: 1 }])
})

test('an event cannot take the position of an operational event', async () => {
  const url = await databases.url()
  const store = await open(url)
  await appendTo(store, [newEvent()])
  await store.operations.append(release('1'))
  const columns = `type, funnel, funnel_version, run_id, session_id, step, occurred_at, sent_at, received_at, at, data, facts, meta`
  const insert = `INSERT INTO events (position, id, ${columns}) SELECT 2, 'new', ${columns} FROM events`
  await expect(runSql(url, insert)).rejects.toMatchObject({ code: '40001' })
  expect(await store.log.read(0, 9)).toHaveLength(1)
})

test('operational events wait until no process of an earlier version is connected', async () => {
  const url = await databases.url()
  const store = await open(url)
  const older = new Client({ connectionString: url, application_name: 'formlotse 2 wake-ups' })
  await older.connect()
  expect(await store.operations.append(release('1'))).toEqual({ status: 'postponed' })
  expect(await store.log.head()).toBe(0)
  await older.end()
  await expect.poll(() => store.operations.append(release('1'))).toEqual({ status: 'stored', position: 1 })
})

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_apply', 'remote_apply'],
])('a commit waits for the disk if the server’s default is %s', async (server, ours) => {
  const url = await databases.url()
  await runSql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = ${server}`)
  const { rows } = await connect(url).query('SHOW synchronous_commit')
  expect(rows).toEqual([{ synchronous_commit: ours }])
})

test.each([
  ['4', '1.1'],
  ['2', '2'],
])('random reads cost what the operator says, unless it is the default (%s)', async (server, ours) => {
  const url = await databases.url()
  await runSql(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET random_page_cost = ${server}`)
  const { rows } = await connect(url).query('SHOW random_page_cost')
  expect(rows).toEqual([{ random_page_cost: ours }])
})

test('a number above the safe integers is rejected, not rounded', async () => {
  const pool = connect(await databases.url())
  await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow(/exceeds the safe integers/)
  expect((await pool.query('SELECT 9007199254740991::bigint AS n')).rows).toEqual([{ n: 2 ** 53 - 1 }])
})

test('a transaction that failed midway is not considered committed', async () => {
  const pool = connect(await databases.url())
  const failing = transaction(pool, async (tx) => {
    tx.send({ text: "INSERT INTO settings (name, value) VALUES ('a', 'b')" })
    tx.send({ text: 'INSERT INTO settings (name, value) VALUES (NULL, NULL)' })
    tx.send({ text: "INSERT INTO settings (name, value) VALUES ('c', 'd')" })
  })
  await expect(failing).rejects.toThrow(/null value/)
  expect((await pool.query("SELECT FROM settings WHERE name IN ('a', 'c')")).rowCount).toBe(0)
  // The next transaction can use the connection of the failed one.
  await transaction(pool, async (tx) => tx.send({ text: "INSERT INTO settings VALUES ('a', 'b')" }))
  expect((await pool.query("SELECT FROM settings WHERE name = 'a'")).rowCount).toBe(1)
})

test('an append of any size is six statements, plus one per partition with keys of its runs', async () => {
  const pool = connect(await databases.url())
  const append = createAppend(pool, createDataKeys(piiKey), () => {})
  const appendAll = (events: NewEvent[]) =>
    append(toAppendRows({ events, rejected: [], now: Date.now(), dedupeWindowMs: 1000 }))
  // This append is not counted, because the first append also runs a statement that removes expired rows.
  await appendAll([newEvent()])
  // The pool has only one connection, so the spy sees every statement.
  const client = await pool.connect()
  const query = vi.spyOn(client, 'query')
  client.release()
  const runId = randomUUID()
  const events = Array.from({ length: 500 }, () =>
    newEvent({ runId, personal: { form: { vorname: 'Ada' } } }),
  )
  expect(await appendAll([...events, events[0]!])).toHaveLength(501)
  expect(query).toHaveBeenCalledTimes(6 + 1)
})

test('pruning keeps the tables of temporary rows small', async () => {
  const url = await databases.url()
  const store = await open(url)
  for (let batch = 0; batch < 100; batch += 1) {
    const events = Array.from({ length: 20 }, (_, index) => newEvent({ fingerprint: `${batch}:${index}` }))
    await appendTo(store, events, { now: Date.parse('2026-11-20T10:00:00Z') + batch * 10_000 })
  }
  // Every 10 s, a batch adds 20 fingerprints. A fingerprint expires after 30 s, so those of three batches are still
  // valid. Expired ones are removed only in every 20th append.
  const [left] = await runSql<{ count: string }>(url, 'SELECT count(*) FROM fingerprints')
  expect(Number(left?.count)).toBeLessThanOrEqual((3 + 20) * 20)
})
