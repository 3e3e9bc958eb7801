import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { runLimits } from '#domain/log/decide-append.ts'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

type Appended = Awaited<ReturnType<typeof appendTo>>

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

test('an append reports how long it held the lock, even if it failed, without the wait for it', async () => {
  const url = await databases.url()
  const held: number[] = []
  const store = await open(url, { onLockHeld: (seconds) => void held.push(seconds) })
  const other = await connectTo(url)
  try {
    await other.query('SELECT pg_advisory_lock($1)', [appendLock])
    const waiting = appendTo(store, [newEvent()])
    await pause(500)
    expect(held).toEqual([])
    const freedAt = performance.now()
    await other.query('SELECT pg_advisory_unlock($1)', [appendLock])
    await waiting
    const since = (performance.now() - freedAt) / 1000
    expect(held[0]).toBeLessThan(since)
    await expect(appendTo(store, [{ ...newEvent(), funnel: null as never }])).rejects.toThrow()
    expect(held).toHaveLength(2)
    for (const seconds of held) expect(seconds).toBeGreaterThan(0)
  } finally {
    await other.end()
  }
})

test('an append that did not get the lock reports nothing', async () => {
  const url = await databases.url()
  const held: number[] = []
  const store = await open(url, { lockTimeoutMs: 2000, onLockHeld: (seconds) => void held.push(seconds) })
  const other = await connectTo(url)
  try {
    await other.query('SELECT pg_advisory_lock($1)', [appendLock])
    await expect(appendTo(store, [newEvent()])).rejects.toThrow()
    expect(held).toEqual([])
  } finally {
    await other.end()
  }
})

/** Holds the append lock until it has been requested by the given calls, in their order, and waits for their results. */
async function inOrder<Results extends unknown[]>(
  url: string,
  ...calls: { [Index in keyof Results]: () => Promise<Results[Index]> }
): Promise<Results> {
  const other = await connectTo(url)
  try {
    await other.query('SELECT pg_advisory_lock($1)', [appendLock])
    const running: Promise<unknown>[] = []
    for (const call of calls) {
      running.push(call())
      await expect.poll(() => waitingFor(other), { timeout: 20_000 }).toBe(running.length)
    }
    await other.query('SELECT pg_advisory_unlock($1)', [appendLock])
    return (await Promise.all(running)) as Results
  } finally {
    await other.end()
  }
}

async function waitingFor(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [appendLock],
  )
  return Number(rows[0]!.count)
}

const waitLong = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 }

test('values whose run is erased while their append waits for the lock stay readable', async () => {
  const url = await databases.url()
  const [store, other] = [await open(url, waitLong), await open(url, waitLong)]
  const runId = randomUUID()
  const entered = (vorname: string) => newEvent({ runId, personal: { form: { vorname } } })
  await appendTo(store, [entered('Ada')])
  const [erased, [appended]] = await inOrder<[number, Appended]>(
    url,
    () => other.people.erase([{ runId, upTo: 1 }]),
    () => appendTo(store, [entered('Bert')]),
  )
  expect(erased).toBe(1)
  expect(appended).toMatchObject({ status: 'stored', position: 2 })
  expect(await store.vault.read(runId)).toEqual([{ position: 2, personal: { form: { vorname: 'Bert' } } }])
})

test('two processes that store the first values of a run at the same time share its data key', async () => {
  const url = await databases.url()
  const stores = [await open(url, waitLong), await open(url, waitLong)] as const
  const runId = randomUUID()
  const values = ['Ada', 'Bert'].map((vorname) => ({ form: { vorname } }))
  const fingerprint = 'one content'
  const append = (index: number) => () =>
    appendTo(stores[index]!, [
      newEvent({ runId, personal: values[index]! }),
      newEvent({ runId, personal: values[0]!, fingerprint }),
    ])
  const results = await inOrder<[Appended, Appended]>(url, append(0), append(1))
  expect(results.map((result) => result.map(({ status }) => status))).toEqual([
    ['stored', 'stored'],
    ['stored', 'duplicate'],
  ])
  expect((await stores[0].vault.read(runId)).map(({ personal }) => personal)).toEqual([
    values[0],
    values[0],
    values[1],
  ])
})

test('a repeat of the last event that a run may have is a duplicate, although its key was new when it was prepared', async () => {
  const url = await databases.url()
  const stores = [await open(url, waitLong), await open(url, waitLong)] as const
  const runId = randomUUID()
  await appendTo(
    stores[0],
    Array.from({ length: runLimits.events - 1 }, () => newEvent({ runId })),
  )
  const append = (index: number) => () =>
    appendTo(stores[index]!, [
      newEvent({ runId, personal: { form: { vorname: 'Ada' } }, fingerprint: 'same' }),
    ])
  const results = await inOrder<[Appended, Appended]>(url, append(0), append(1))
  expect(results.flat()).toMatchObject([
    { status: 'stored', position: runLimits.events },
    { status: 'duplicate', position: runLimits.events },
  ])
})

const form = (email: string) => ({ form: { email, vorname: 'Ada', nachname: 'Lovelace' } })

test('values of an order and its draft, addresses and names are encoded again if some events are duplicates', async () => {
  const url = await databases.url()
  const store = await open(url)
  const runId = randomUUID()
  const known = newEvent({ runId })
  await appendTo(store, [known])
  const personal = [form('a@example.com'), form('b@example.com')]
  const batch = [
    newEvent({ runId, personal: personal[0]! }),
    { ...known, personal: form('c@example.com') },
    newEvent({ runId, type: 'complete', personal: personal[1]! }),
  ]
  expect((await appendTo(store, batch)).map(({ status }) => status)).toEqual([
    'stored',
    'duplicate',
    'stored',
  ])
  expect(await store.vault.read(runId)).toEqual(
    personal.map((one, index) => ({ position: index + 2, personal: one })),
  )
})
