import { expect, test } from 'vitest'
import { openConnection } from '#db/postgres/connection/connection.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

test('a connection that breaks between two statements fails the second one and has no other effect', async () => {
  const { pool } = openConnection({
    url: await databases.url(),
    lockTimeoutMs: 5000,
    statementTimeoutMs: 5000,
    connections: 2,
  })
  const client = await pool.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
  await ended
  await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable|terminated|closed/)
  client.release()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
