import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#db/postgres/connection/connection.ts'
import { queryInOrder } from '#db/postgres/grouping/query-in-order.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

async function openPool() {
  const limits = { url: await databases.url(), lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 }
  const { pool } = openConnection({ ...limits, connections: 2 })
  onTestFinished(() => pool.end())
  return pool
}

test('runs the second query after the first, on the same connection', async () => {
  const pool = await openPool()
  await pool.query('CREATE SEQUENCE numbers')
  // In a session that has not called `nextval`, `currval` fails.
  const queries = [{ text: `SELECT nextval('numbers')` }, { text: `SELECT currval('numbers')` }] as const
  for (let number = 1; number <= 20; number++) {
    expect(await queryInOrder(pool, queries)).toEqual([[{ nextval: number }], [{ currval: number }]])
  }
})

test('throws the error of either query, and the pool stays usable', async () => {
  const pool = await openPool()
  const good = { text: 'SELECT 1 AS value' }
  const bad = { text: 'SELECT 1 / 0' }
  for (const queries of [[good, bad] as const, [bad, good] as const])
    for (let time = 0; time < 3; time++)
      await expect(queryInOrder(pool, queries)).rejects.toThrow('division by zero')
  expect(await queryInOrder(pool, [good, good])).toEqual([[{ value: 1 }], [{ value: 1 }]])
})
