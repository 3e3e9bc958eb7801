// @module-tag slow
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StartedProcess, startProcess } from '#loadtest/bench/setup/start-process.ts'
import { portOf } from '#loadtest/bench/load/start-parts.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

// These tests run parts of the benchmark on the PostgreSQL server of the test suite.

const databases = postgresDatabases()
const started: StartedProcess[] = []
let temporary: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  temporary = temporaryFolder()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((one) => one.stop()))
  temporary.remove()
})

function start(...[script, options]: Parameters<typeof startProcess>): StartedProcess {
  const one = startProcess(script, options)
  started.push(one)
  return one
}

async function countEvents(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM events')
  await client.end()
  return Number(rows[0]!.count)
}

test('the raw inserts write every row to the table of the service', { timeout: 60_000 }, async () => {
  const url = await databases.url()
  const raw = start('loadtest/bench/raw-unnest.ts', { env: { DATABASE_URL: url } })
  expect(await raw.request({ posts: 21 })).toMatchObject({ rows: 210 })
  expect(await raw.request({ posts: 2 })).toMatchObject({ rows: 20 })
  expect(await countEvents(url)).toBe(230)
})

test(
  'the generator spreads posts over two processes, and both report lock times',
  { timeout: 60_000 },
  async () => {
    const url = await databases.url()
    const env = {
      ...secrets,
      ROLES: 'ingest',
      PORT: '0',
      RATE_LIMIT: 'off',
      DATABASE_URL: url,
      DATA_DIR: temporary.folder,
    }
    const services = [start('service/main.ts', { env }), start('service/main.ts', { env })]
    const ports = await Promise.all(services.map(portOf))
    const generator = start('loadtest/bench/load/generate-load.ts')
    expect(await generator.request({ ports, mix: 'ten', posts: 20, connections: 4 })).toMatchObject({
      events: 200,
    })
    expect(await countEvents(url)).toBe(200)
    for (const port of ports) {
      const headers = { authorization: `Bearer ${secrets.REPORTS_TOKEN}` }
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text()
      expect(metrics).toMatch(/^formlotse_append_lock_seconds_count [1-9]/m)
    }
  },
)
