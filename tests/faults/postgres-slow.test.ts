// @module-tag slow
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { startBreakableProxy } from '#tests/postgres/breakable-proxy.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { expectProjectionsEqualRebuild, readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents, postStored } from '#tests/faults/support/post-events.ts'
import { piiKey, reportsToken, secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { allVariants } from '#tests/variants.ts'

const databases = postgresDatabases()
const services = serviceProcesses()
const closing: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  await services.killAll()
  for (const close of closing.splice(0)) await close()
})

function startService(url: string) {
  const { folder, remove } = temporaryFolder()
  closing.push(remove)
  return services.start({ ...secrets, DATA_DIR: folder, DATABASE_URL: url, LANE_WAIT_MS: '20' })
}

const day = new Date().toISOString().slice(0, 10)

async function fetchReport(url: string): Promise<{ status: number; retryAfter: string | null }> {
  const { status, headers } = await fetch(
    `${url}/api/reports/drop-off?funnel=anmeldung&from=2026-01-01&to=${day}`,
    { headers: { authorization: `Bearer ${reportsToken}` } },
  )
  return { status, retryAfter: headers.get('retry-after') }
}

/** Expects the projections to reach the head of the log and to equal projections that are rebuilt from the log. */
async function expectWhole(url: string): Promise<void> {
  const store = await openPostgresStore({ url, piiKey, supervise: false })
  closing.push(() => store.close())
  const head = () => store.projections.live().then(({ checkpoint }) => checkpoint)
  await expect.poll(head, { timeout: 60_000, interval: 100 }).toBe(await store.log.head())
  await expectProjectionsEqualRebuild(store, await readWholeLog(store))
}

test.runIf(allVariants)(
  'visitors get an error within seconds while PostgreSQL does not respond, and the service recovers',
  { timeout: 120_000 },
  async () => {
    const direct = await databases.url()
    const proxy = await startBreakableProxy(direct)
    closing.push(() => proxy.close())
    const { url } = await startService(proxy.url)
    await postStored(url, [eventNow('start')])
    expect(await fetchReport(url)).toMatchObject({ status: 200 })

    proxy.fallSilent()
    const unacknowledged = eventNow('start')
    for (const event of [unacknowledged, eventNow('step')]) {
      const { status, retryAfter, ms } = await postEvents(url, [event])
      expect(status).toBe(503)
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(ms).toBeLessThan(15_000)
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200)

    proxy.recover()
    const again = async () => (await postEvents(url, [unacknowledged])).status
    await expect.poll(again, { timeout: 30_000, interval: 100 }).toBe(200)
    const reported = async () => (await fetchReport(url)).status
    await expect.poll(reported, { timeout: 60_000, interval: 100 }).toBe(200)
    await expectWhole(direct)
  },
)

test(
  'events are stored while reports that wait for a lock use every connection',
  { timeout: 120_000 },
  async () => {
    const direct = await databases.url()
    const { url } = await startService(direct)
    await postStored(url, [eventNow('start')])
    const operator = new Client({ connectionString: direct })
    closing.push(() => operator.end())
    await operator.connect()
    await operator.query('BEGIN; LOCK TABLE generations IN ACCESS EXCLUSIVE MODE')

    // There are more reports than connections. Some wait for the table that the operator locked, the others for a
    // connection.
    const reports = Promise.all(Array.from({ length: 30 }, () => fetchReport(url)))
    let waiting = true
    void reports.finally(() => (waiting = false))
    let stored = 1
    for (; stored <= 10; stored++) await postStored(url, [eventNow('start')])
    expect(waiting).toBe(true)
    for (const { status, retryAfter } of await reports) {
      expect(status).toBe(503)
      expect(Number(retryAfter)).toBeGreaterThan(0)
    }

    await operator.query('ROLLBACK')
    const reported = async () => (await fetchReport(url)).status
    await expect.poll(reported, { timeout: 30_000, interval: 100 }).toBe(200)
    await expectWhole(direct)
  },
)
