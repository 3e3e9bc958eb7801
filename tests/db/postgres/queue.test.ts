import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#db/postgres/connection.ts'
import { openQueue, putJobs } from '#db/postgres/queue.ts'
import { transaction } from '#db/postgres/transaction.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'

const databases = postgresDatabases()
const leaseMs = 25_000

async function open(url: string) {
  const { pool } = openConnection({
    url,
    lockTimeoutMs: 5000,
    statementTimeoutMs: 10_000,
    connections: 5,
  })
  const errors: unknown[] = []
  const queue = await openQueue({
    pool,
    supervise: true,
    superviseSeconds: 1,
    onError: (error) => errors.push(error),
  })
  onTestFinished(async () => {
    await queue.close()
    await pool.end()
  })
  const claim = async () =>
    (await queue.queue.claim('deliveries', Date.now(), leaseMs, 9)).map(({ key }) => key)
  return { ...queue.queue, pool, errors, claim }
}

const due = (key: string) => ({ queue: 'deliveries', key, runAt: Date.now() })

test('a job is there when the transaction that put it commits, and not at all when it does not', async () => {
  const queue = await open(await databases.url())
  await transaction(queue.pool, async (tx) => {
    await putJobs(tx, [due('a')])
    expect(await queue.claim()).toEqual([])
  })
  expect(await queue.claim()).toEqual(['a'])
  const failing = transaction(queue.pool, async (tx) => {
    await putJobs(tx, [due('b')])
    throw new Error('not this time')
  })
  await expect(failing).rejects.toThrow('not this time')
  expect(await queue.claim()).toEqual([])
})

test('a job that waits already is not handed out before what it was put again for can be seen', async () => {
  const queue = await open(await databases.url())
  await queue.put([due('a')])
  await transaction(queue.pool, async (tx) => {
    await putJobs(tx, [due('a')])
    // Whoever had it now would not see what this transaction is about, and nobody would look again.
    expect(await queue.claim()).toEqual([])
  })
  expect(await queue.claim()).toEqual(['a'])
})

test('a job put while the one before is being claimed waits for its own turn', async () => {
  const queue = await open(await databases.url())
  for (let round = 0; round < 50; round++) {
    await queue.put([due('a')])
    const [claimed] = await Promise.all([queue.claim(), queue.put([due('a')])])
    const left = await queue.claim()
    // Either the put came first and was taken along, or it is still there.
    expect([...claimed, ...left].length).toBeGreaterThan(0)
    expect((await queue.depth())[0]!.jobs).toBe(claimed.length + left.length)
    await queue.pool.query('DELETE FROM jobs.job')
  }
})

test('three processes make the queue at once', async () => {
  const url = await databases.emptyUrl()
  const [one, , third] = await Promise.all([open(url), open(url), open(url)])
  await one.put([due('a')])
  expect(await third.claim()).toEqual(['a'])
})

test('losing its connections is told and survived', async () => {
  const queue = await open(await databases.url())
  await queue.put([due('a')])
  const name = new URL(queue.pool.options.connectionString!).pathname.slice(1)
  const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
  await databases.asOwner(cut)
  await expect.poll(() => queue.errors.length, { timeout: 10_000 }).toBeGreaterThan(0)
  await expect(queue.claim()).rejects.toThrow()
  await databases.asOwner(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)
  expect(await queue.claim()).toEqual(['a'])
})
