import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { startBreakableProxy } from '#tests/postgres/breakable-proxy.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

const clients: Client[] = []
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  clients.push(client)
  await client.connect()
  return client
}

async function throughProxy() {
  const direct = await databases.url()
  const proxy = await startBreakableProxy(direct)
  closing.push(proxy.close)
  return { direct, proxy, store: await open(proxy.url, { lockTimeoutMs: 1000, statementTimeoutMs: 500 }) }
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

describe('a commit whose response is lost', () => {
  test('reports an unknown outcome, and the retry is a duplicate at the same position', async () => {
    const { proxy, store } = await throughProxy()
    await appendTo(store, [newEvent()])
    const events = [newEvent({ personal: { form: { vorname: 'Ada' } } }), newEvent({ once: 'order:a' })]
    proxy.loseResponseTo('COMMIT\0')
    const error = await failure(appendTo(store, events))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error?.message).toMatch(/whether it was committed is unknown: repeat it/)
    expect(await appendTo(store, events)).toEqual([
      { status: 'duplicate', position: 2 },
      { status: 'duplicate', position: 3 },
    ])
    expect(await store.log.head()).toBe(3)
    expect(await store.vault.read(events[0]!.runId)).toHaveLength(1)
  })

  test('has a known outcome if the connection broke before it', async () => {
    const { proxy, store } = await throughProxy()
    await appendTo(store, [newEvent()])
    const event = newEvent()
    proxy.loseResponseTo('append-known')
    const error = await failure(appendTo(store, [event]))
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error?.message).not.toContain('unknown')
    expect(await appendTo(store, [event])).toEqual([{ status: 'stored', position: 2 }])
  })
})

test('a silent connection becomes an outage, soon releases its lock, and is replaced', async () => {
  const { direct, proxy, store } = await throughProxy()
  const other = await open(direct)
  await appendTo(store, [newEvent()])
  // The connection stops transmitting while it holds the lock.
  const holding = appendTo(store, [newEvent(), slowly(() => proxy.fallSilent())])
  const error = await failure(holding)
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect((await appendTo(other, [newEvent()]))[0]).toEqual({ status: 'stored', position: 2 })
  expect(await failure(store.ready())).toBeInstanceOf(StoreUnavailable)
  proxy.recover()
  await recovered(store)
  expect((await appendTo(store, [newEvent()]))[0]).toEqual({ status: 'stored', position: 3 })
})

/**
 * Returns an event that calls `whenWritten` when it is serialised. This happens between the two round trips of an
 * append.
 */
function slowly(whenWritten: () => void): NewEvent {
  const event = newEvent()
  return Object.defineProperty(event, 'facts', {
    enumerable: true,
    get: () => {
      whenWritten()
      return {}
    },
  })
}

async function recovered(store: Store) {
  for (let tried = 0; tried < 50; tried += 1) if (!(await failure(store.ready()))) return
  throw new Error('did not recover')
}

test('a lock that another session holds for too long is an outage until it is released', async () => {
  const url = await databases.url()
  const store = await open(url, { lockTimeoutMs: 1500 })
  const other = await session(url)
  await other.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE; LOCK TABLE settings')
  const error = await failure(appendTo(store, [newEvent()]))
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error?.message).toMatch(/another session held a lock for too long \(55P03/)
  expect(await failure(store.ready())).toBeInstanceOf(StoreUnavailable)
  await other.query('ROLLBACK')
  await store.ready()
  expect(await appendTo(store, [newEvent()])).toEqual([{ status: 'stored', position: 1 }])
})

test('appends continue while hanging reports use every connection', async () => {
  const url = await databases.url()
  const store = await open(url, { connections: 2, lockTimeoutMs: 1500, statementTimeoutMs: 5000 })
  // This append starts the append thread before the reports below hang. On a busy machine, starting the thread can take
  // longer than the reports hang.
  await appendTo(store, [newEvent()])
  const other = await session(url)
  await other.query('BEGIN; LOCK TABLE runs IN ACCESS EXCLUSIVE MODE')
  const hanging = Array.from({ length: 3 }, () => failure(store.projections.runs(1, ['run'])))
  // After this pause, the reports have taken all connections.
  await pause(300)
  const first = await Promise.race([appendTo(store, [newEvent()]), ...hanging])
  expect(first).toEqual([{ status: 'stored', position: 2 }])
  const errors = await Promise.all(hanging)
  for (const error of errors) expect(error).toBeInstanceOf(StoreUnavailable)
  await other.query('ROLLBACK')
  expect(await store.projections.runs(1, ['run'])).toEqual([])
})

test('a statement that takes too long is an outage', async () => {
  const url = await databases.url()
  const store = await open(url, { lockTimeoutMs: 60_000, statementTimeoutMs: 1000 })
  const other = await session(url)
  await other.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE')
  expect((await failure(store.log.head()))?.message).toMatch(/took too long \(57014/)
  await other.query('ROLLBACK')
})

test('a read-only database cannot be opened, but one that becomes read-only can still be read', async () => {
  const url = await databases.url()
  const store = await open(url)
  await appendTo(store, [newEvent()])
  const operator = await session(url)
  await operator.query(
    `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`,
  )
  await operator.query(cutOthers)
  const error = await failure(open(url))
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error?.message).toMatch(/accepts no writes.*Set DATABASE_URL to the primary/)
  for (const call of [() => appendTo(store, [newEvent()]), () => store.ready()]) {
    await failure(call())
    expect(await failure(call())).toBeInstanceOf(StoreUnavailable)
  }
  expect(await store.log.head()).toBe(1)
})

const cutOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`

test('connections that an operator cuts are replaced at the next call', async () => {
  const url = await databases.url()
  const store = await open(url)
  await appendTo(store, [newEvent()])
  const operator = await session(url)
  await operator.query(cutOthers)
  await recovered(store)
  // This append may fail, because the pool may give it a broken connection that has not been detected yet.
  await failure(appendTo(store, [newEvent()]))
  expect((await appendTo(store, [newEvent()]))[0]?.status).toBe('stored')
})

test('a bug is not reported as an outage, and its message contains no values', async () => {
  const url = await databases.url()
  const store = await open(url)
  const facts = { note: 'Sigismunda' }
  const broken = await failure(appendTo(store, [{ ...newEvent({ facts }), funnel: null as never }]))
  expect(broken).not.toBeInstanceOf(StoreUnavailable)
  expect(broken?.message).toMatch(/^23502: null value in column "funnel"/)
  const report = await failure(
    store.reports.counts({
      funnels: ['anmeldung'],
      from: '2026',
      to: 'Sigismunda\0',
      segment: {},
      kinds: [],
    }),
  )
  expect(report).not.toBeInstanceOf(StoreUnavailable)
  for (const error of [broken, report])
    expect(JSON.stringify(error) + String(error?.stack)).not.toContain('Sigismunda')
})
