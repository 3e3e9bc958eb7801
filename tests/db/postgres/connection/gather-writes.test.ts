import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clientConfig } from '#db/postgres/connection/connection.ts'
import { gatherWrites } from '#db/postgres/connection/gather-writes.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

async function connect({ ends = true } = {}): Promise<Client> {
  const limits = { url: await databases.url(), lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 }
  const client = new Client(clientConfig(limits))
  await client.connect()
  client.on('error', () => {})
  if (ends) onTestFinished(() => client.end())
  return client
}

/** Sends three queries in one turn. Returns their results, and how many writes to the socket they took. */
async function sendTogether(client: Client) {
  const { stream } = client.connection
  let writes = 0
  for (const name of ['_write', '_writev'] as const) {
    const write = stream[name]!.bind(stream) as (...args: unknown[]) => void
    stream[name] = (...args: unknown[]) => {
      writes += 1
      write(...args)
    }
  }
  const texts = ['BEGIN', 'SELECT $1::int AS value', 'COMMIT']
  const results = texts.map((text) => client.query(text, text.includes('$1') ? [7] : []))
  const [, selected] = await Promise.all(results)
  return { rows: selected!.rows, writes }
}

test('statements of one turn are sent together', async () => {
  const client = await connect()
  expect((await sendTogether(client)).writes).toBeGreaterThan(1)
  gatherWrites(client)
  await nextTurn()
  expect(await sendTogether(client)).toEqual({ rows: [{ value: 7 }], writes: 1 })
})

test('a query is answered if the connection is ended in the same turn', async () => {
  const client = await connect({ ends: false })
  gatherWrites(client)
  const [selected] = await Promise.all([client.query('SELECT 7 AS value'), client.end()])
  expect(selected.rows).toEqual([{ value: 7 }])
})

test('a query fails if the connection is destroyed in the same turn', async () => {
  const client = await connect({ ends: false })
  gatherWrites(client)
  const query = client.query('SELECT 7 AS value')
  client.connection.stream.destroy()
  await expect(query).rejects.toThrow('Connection terminated')
})
