import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#db/postgres/connection/connection.ts'
import { inGroups } from '#db/postgres/grouping/in-groups.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

/** Opens a pool and returns a function that divides 60 by its argument, and the arguments of each statement. */
async function openDivision(maxGroup: number) {
  const url = await databases.url()
  const { pool } = openConnection({ url, lockTimeoutMs: 10_000, statementTimeoutMs: 10_000, connections: 4 })
  onTestFinished(async () => {
    if (!pool.ended) await pool.end()
  })
  const groups: number[][] = []
  const divide = inGroups<number, number>(async (divisors) => {
    groups.push([...divisors])
    // Waits for the lock of each divisor, which another session holds in one test.
    const { rows } = await pool.query<{ quotient: number }>(
      `SELECT 60 / divisor AS quotient, pg_advisory_xact_lock_shared(divisor)::text
       FROM unnest($1::int[]) WITH ORDINALITY AS d (divisor, number) ORDER BY number`,
      [divisors],
    )
    return rows.map(({ quotient }) => quotient)
  }, maxGroup)
  return { url, pool, divide, groups }
}

const all = (divide: (divisor: number) => Promise<number>, divisors: number[]) =>
  Promise.allSettled(divisors.map(divide)).then((results) =>
    results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
  )

test('runs calls together that arrive in the same turn or while a group is running', async () => {
  const { divide, groups } = await openDivision(4)
  const first = all(divide, [1, 2])
  await new Promise(setImmediate)
  const rest = all(divide, [3, 4, 5, 6, 10])
  expect([await first, await rest]).toEqual([
    [60, 30],
    [20, 15, 12, 10, 6],
  ])
  expect(groups).toEqual([[1, 2], [3, 4, 5, 6], [10]])
})

test('a call that PostgreSQL refuses does not fail the others of its group', async () => {
  const { divide, groups } = await openDivision(4)
  expect(await all(divide, [1, 0, 3])).toEqual([60, 'error: division by zero', 20])
  expect(groups).toEqual([[1, 0, 3], [1], [0], [3]])
})

test('if the connection fails, all calls fail, and none is repeated', async () => {
  const { pool, divide, groups } = await openDivision(4)
  await pool.end()
  expect(await all(divide, [1, 2])).toEqual(
    Array(2).fill('Error: Cannot use a pool after calling end on the pool'),
  )
  expect(groups).toEqual([[1, 2]])
})

test('a group that waits for a lock does not keep others waiting for long', async () => {
  const { url, divide } = await openDivision(4)
  const holder = new Client(url)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('SELECT pg_advisory_lock(2)')
  const waiting = divide(2)
  await new Promise(setImmediate)
  expect(await divide(3)).toBe(20)
  await holder.query('SELECT pg_advisory_unlock(2)')
  expect(await waiting).toBe(30)
})
