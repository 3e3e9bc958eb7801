import { setImmediate as nextTurn } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { clientConfig } from '#db/postgres/connection/connection.ts'
import { gatherWrites } from '#db/postgres/connection/gather-writes.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()

async function connect(): Promise<Client> {
  const limits = { url: await databases.url(), lockTimeoutMs: 10_000, statementTimeoutMs: 10_000 }
  const client = new Client(clientConfig(limits))
  await client.connect()
  onTestFinished(() => client.end())
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
