import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { type Postgres, startPostgres } from '#tests/postgres/start-postgres.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'

// These tests stop or kill a PostgreSQL server, or use up its connections. The server uses fsync, as in production.

let postgres: Postgres
let store: Store
beforeAll(async () => {
  postgres = await startPostgres({ settings: { max_connections: '24', superuser_reserved_connections: '0' } })
  store = await openPostgresStore({ url: postgres.url(), piiKey, supervise: true, lockTimeoutMs: 2000 })
}, 60_000)
afterAll(async () => {
  await store.close()
  await postgres.remove()
})
const clients: Client[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))
})

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

async function recovered() {
  for (let tried = 0; tried < 100; tried += 1) {
    if (!(await failure(store.ready()))) return
    await pause(50)
  }
  throw new Error('did not recover')
}

/** Appends events one by one, as ingest does, until stopped. Stopping returns the acknowledged events. */
function keepAppending() {
  const acknowledged: { id: string; position: number }[] = []
  const unexpected: Error[] = []
  const state = { going: true }
  const going = (async () => {
    while (state.going) {
      const event = newEvent({ runId: randomUUID() })
      try {
        const [appended] = await appendTo(store, [event])
        acknowledged.push({ id: event.id, position: appended!.position })
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) unexpected.push(error as Error)
        await pause(10)
      }
    }
  })()
  /** Resolves when `more` further events have been acknowledged. */
  const untilAcknowledged = async (more: number) => {
    const enough = acknowledged.length + more
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(enough)
  }
  return {
    untilAcknowledged,
    stop: async () => {
      state.going = false
      await going
      return { acknowledged, unexpected }
    },
  }
}

async function expectAllThere(acknowledged: { id: string; position: number }[]) {
  const stored = new Map((await store.log.read(0, 100_000)).map(({ id, position }) => [id, position]))
  expect(acknowledged.length).toBeGreaterThanOrEqual(20)
  for (const { id, position } of acknowledged) expect(stored.get(id)).toBe(position)
  expect([...stored.values()]).toEqual(Array.from({ length: stored.size }, (_, index) => index + 1))
}

test.each([
  ['restarted', () => postgres.stop()],
  ['killed', () => postgres.kill()],
])(
  'PostgreSQL %s: an immediate outage, then recovery without reopening, and no acknowledged event is lost',
  async (_, end) => {
    const appending = keepAppending()
    await appending.untilAcknowledged(10)
    await end()
    await pause(200)
    const error = await failure(store.log.head())
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error?.message).toMatch(/cannot be reached|connection to PostgreSQL failed/)
    await postgres.start()
    await recovered()
    await appending.untilAcknowledged(10)
    const { acknowledged, unexpected } = await appending.stop()
    expect(unexpected).toEqual([])
    await expectAllThere(acknowledged)
  },
)

test('a server without free connections is reported as an outage until one is free', async () => {
  await recovered()
  const taken: Client[] = []
  let error: Error | undefined
  while (!error) {
    const client = new Client({ connectionString: postgres.url() })
    client.on('error', () => {})
    error = await failure(client.connect())
    if (!error) taken.push(client)
  }
  clients.push(...taken)
  const refusal = await failure(openPostgresStore({ url: postgres.url(), piiKey, supervise: false }))
  expect(refusal).toBeInstanceOf(StoreUnavailable)
  expect(refusal?.message).toMatch(
    /no free connections \(53300.*Raise max_connections, or run fewer processes/,
  )
  // `store` already had connections before the test used up the others, so it keeps working.
  expect((await appendTo(store, [newEvent({ runId: randomUUID() })]))[0]?.status).toBe('stored')
  await Promise.all(taken.map((client) => client.end()))
  await pause(100)
  await (await openPostgresStore({ url: postgres.url(), piiKey, supervise: false })).close()
})
