import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openReplicas } from '#db/postgres/replicas.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '../contract/setup.ts'

const databases = postgresDatabases()

async function open(url: string) {
  const replicas = await openReplicas({ url, piiKey })
  onTestFinished(() => replicas.close())
  return replicas
}

const cut = (url: string) =>
  databases.asOwner(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
  )

test('one of several processes has a task, until it releases it', async () => {
  const url = await databases.url()
  const all = await Promise.all([open(url), open(url), open(url)])
  const leads = await Promise.all(all.map((replicas) => replicas.lead('projections')))
  expect(leads.filter(Boolean)).toHaveLength(1)
  const first = leads.findIndex(Boolean)
  const other = all[(first + 1) % 3]!
  expect(await other.lead('projections')).toBeUndefined()
  expect(await other.lead('something else')).toBeDefined()
  expect(leads[first]!.lost.aborted).toBe(false)
  await leads[first]!.release()
  expect(await other.lead('projections')).toBeDefined()
})

test('who loses the connection loses the task and is told', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  const lead = (await one.lead('projections'))!
  await cut(url)
  await expect.poll(() => lead.lost.aborted).toBe(true)
  await expect.poll(async () => (await other.lead('projections')) !== undefined).toBe(true)
})

test('a closed process has no task any more', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  expect(await one.lead('projections')).toBeDefined()
  await one.close()
  await expect.poll(async () => (await other.lead('projections')) !== undefined).toBe(true)
})

test('requests count together over all processes, by name and client, and no client is stored', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  const limit = { name: 'events', perMinute: 4 }
  const counted = []
  for (const replicas of [one, other, other, one, other, one])
    counted.push(await replicas.count('192.0.2.7', limit))
  expect(counted.map((refused) => refused === undefined)).toEqual([true, true, true, true, false, false])
  expect(counted[5]!.retryAfterMs).toBeGreaterThan(0)
  expect(counted[5]!.retryAfterMs).toBeLessThanOrEqual(60_000)
  expect(await other.count('192.0.2.7', { name: 'orders', perMinute: 4 })).toBeUndefined()
  expect(await other.count('192.0.2.8', limit)).toBeUndefined()

  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('SELECT key FROM request_counts')
  await client.end()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
})

test('while the database is gone each process counts for itself, without a long wait', async () => {
  const url = await databases.url()
  const replicas = await open(url)
  const name = new URL(url).pathname.slice(1)
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await cut(url)
  const limit = { name: 'events', perMinute: 2 }
  expect(await replicas.count('192.0.2.7', limit)).toBeUndefined()
  expect(await replicas.count('192.0.2.7', limit)).toBeUndefined()
  expect(await replicas.count('192.0.2.7', limit)).toMatchObject({ retryAfterMs: expect.any(Number) })
  await expect(replicas.lead('projections')).rejects.toThrow()
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  expect(await replicas.lead('projections')).toBeDefined()
})

test('several processes that start at once make their table once', async () => {
  const url = await databases.emptyUrl()
  const all = await Promise.all([open(url), open(url), open(url), open(url)])
  const limit = { name: 'events', perMinute: 3 }
  const counted = await Promise.all(all.map((replicas) => replicas.count('192.0.2.7', limit)))
  expect(counted.filter(Boolean)).toHaveLength(1)
})
