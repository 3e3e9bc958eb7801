// @module-tag slow
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openReplicas } from '#db/postgres/replicas/replicas.ts'
import { startBreakableProxy } from '#tests/postgres/breakable-proxy.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { piiKey } from '#tests/db/contract/setup.ts'

const databases = postgresDatabases()

async function open(url: string) {
  const replicas = await openReplicas({ url, piiKey })
  onTestFinished(() => replicas.close())
  return replicas
}

async function openThroughProxy(url: string) {
  const proxy = await startBreakableProxy(url)
  onTestFinished(proxy.close)
  return { proxy, replicas: await open(proxy.url) }
}

const cut = (url: string) =>
  databases.asOwner(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(url).pathname.slice(1)}'`,
  )

test('one of several processes leads a task until it releases it', async () => {
  const url = await databases.url()
  const all = await Promise.all([open(url), open(url), open(url)])
  const leads = await Promise.all(all.map((replicas) => replicas.acquireLeadership('projections')))
  expect(leads.filter(Boolean)).toHaveLength(1)
  const first = leads.findIndex(Boolean)
  const other = all[(first + 1) % 3]!
  expect(await other.acquireLeadership('projections')).toBeUndefined()
  expect(await other.acquireLeadership('something else')).toBeDefined()
  expect(leads[first]!.lost.aborted).toBe(false)
  await leads[first]!.release()
  expect(await other.acquireLeadership('projections')).toBeDefined()
})

test('a process that loses its connection loses leadership and is notified', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  const lead = (await one.acquireLeadership('projections'))!
  await cut(url)
  await expect.poll(() => lead.lost.aborted).toBe(true)
  await expect.poll(async () => (await other.acquireLeadership('projections')) !== undefined).toBe(true)
})

test(
  'a leader whose network falls silent gives up, and another process takes over',
  { timeout: 40_000 },
  async () => {
    const url = await databases.url()
    const { proxy, replicas } = await openThroughProxy(url)
    const other = await open(url)
    const lead = (await replicas.acquireLeadership('projections'))!
    proxy.fallSilent()
    await expect.poll(() => lead.lost.aborted, { timeout: 10_000 }).toBe(true)
    const from = performance.now()
    await lead.release()
    expect(performance.now() - from).toBeLessThan(2000)
    await expect
      .poll(async () => (await other.acquireLeadership('projections')) !== undefined, {
        timeout: 15_000,
        interval: 250,
      })
      .toBe(true)
  },
)

test('every call fails within seconds while the network is silent', { timeout: 40_000 }, async () => {
  const { proxy, replicas } = await openThroughProxy(await databases.url())
  await replicas.wake('topic')
  proxy.fallSilent()
  const from = performance.now()
  const calls = [
    replicas.acquireLeadership('projections'),
    replicas.wake('topic'),
    replicas.listen('topic', () => {}),
  ]
  const results = await Promise.allSettled(calls)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(performance.now() - from).toBeLessThan(15_000)
})

test('closing releases leadership', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  expect(await one.acquireLeadership('projections')).toBeDefined()
  await one.close()
  await expect.poll(async () => (await other.acquireLeadership('projections')) !== undefined).toBe(true)
})

test('counts requests across all processes, by name and client, without storing the client', async () => {
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

test('adds up points, reads without adding any, and limits by the hour', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  const limit = { name: 'bytes', perHour: 1000 }
  expect(await one.count('192.0.2.7', limit, 600)).toBeUndefined()
  expect(await other.count('192.0.2.7', limit, 0)).toBeUndefined()
  expect(await other.count('192.0.2.7', limit, 400)).toBeUndefined()
  expect(await one.count('192.0.2.7', limit, 0)).toBeUndefined()
  const refused = (await one.count('192.0.2.7', limit, 1))!
  expect(refused.retryAfterMs).toBeGreaterThan(60_000)
  expect(refused.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  // A new process applies the limit, although the requests were counted by other processes.
  expect(await (await open(url)).count('192.0.2.7', limit, 0)).toBeDefined()
  expect(await other.count('192.0.2.8', limit, 1000)).toBeUndefined()
})

test('a refund can be used again in its window, but not in the next one', async () => {
  const url = await databases.url()
  const [one, other] = [await open(url), await open(url)]
  const limit = { name: 'bytes', perMinute: 1000 }
  expect(await one.count('192.0.2.7', limit, -500)).toBeUndefined()
  expect(await other.count('192.0.2.7', limit, 1000)).toBeUndefined()
  expect(await one.count('192.0.2.7', limit, -400)).toBeUndefined()
  expect(await other.count('192.0.2.7', limit, 400)).toBeUndefined()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('UPDATE request_counts SET expire = 0')
  await client.end()
  expect(await one.count('192.0.2.7', limit, -400)).toBeUndefined()
  expect(await one.count('192.0.2.7', limit, 1000)).toBeUndefined()
  expect(await one.count('192.0.2.7', limit, 1)).toBeDefined()
})

test('each process counts on its own, without a long wait, while the database is unavailable', async () => {
  const url = await databases.url()
  const replicas = await open(url)
  const name = new URL(url).pathname.slice(1)
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await cut(url)
  const limit = { name: 'events', perMinute: 2 }
  expect(await replicas.count('192.0.2.7', limit)).toBeUndefined()
  expect(await replicas.count('192.0.2.7', limit)).toBeUndefined()
  expect(await replicas.count('192.0.2.7', limit)).toMatchObject({ retryAfterMs: expect.any(Number) })
  expect(await replicas.count('192.0.2.8', limit, -1)).toBeUndefined()
  await expect(replicas.acquireLeadership('projections')).rejects.toThrow()
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  expect(await replicas.acquireLeadership('projections')).toBeDefined()
})

test('several processes that start at once create their table once', async () => {
  const url = await databases.emptyUrl()
  const all = await Promise.all([open(url), open(url), open(url), open(url)])
  const limit = { name: 'events', perMinute: 3 }
  const counted = await Promise.all(all.map((replicas) => replicas.count('192.0.2.7', limit)))
  expect(counted.filter(Boolean)).toHaveLength(1)
})
