import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { appendLock } from '#db/postgres/connection/locks.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

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
