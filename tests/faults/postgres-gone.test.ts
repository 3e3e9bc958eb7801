// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import { eventually } from '#tests/eventually.ts'
import { type Postgres, startPostgres } from '#tests/postgres/start-postgres.ts'
import {
  expectDelivered,
  expectLogMatchesResponses,
  expectOneOrderPerRun,
  expectProjectionsEqualRebuild,
  expectedMessageIds,
  readSettledLog,
  readWholeLog,
} from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { startClient } from '#tests/faults/support/recording-client.ts'
import { openRecordingReceiver } from '#tests/faults/support/receiver/recording-receiver.ts'
import { piiKey, secrets } from '#tests/faults/support/secrets.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const services = serviceProcesses()
const servers: Postgres[] = []
afterEach(async () => {
  await services.killAll()
  await Promise.all(servers.splice(0).map((postgres) => postgres.remove()))
})

const goneForMs = 30_000
/** Maximum time in ms until a visitor gets the response 503 during an outage. */
const refusedWithinMs = 8000

const statusOf = async (url: string) => (await fetch(url)).status

/** Starts PostgreSQL again. Retries, because processes of the killed server may take a moment to end. */
async function startAgain(postgres: Postgres): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await postgres.start()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(250)
    }
  }
}

test(
  'a service survives its PostgreSQL being restarted, killed and down for half a minute',
  { timeout: 300_000 },
  async () => {
    const seed = chosenSeed()
    console.info(`postgres-gone: FAULT_SEED=${seed}`)
    const postgres = await startPostgres()
    servers.push(postgres)
    const { folder, remove } = temporaryFolder()
    const receiver = await openRecordingReceiver()
    const service = await services.start({
      ...secrets,
      DATA_DIR: folder,
      DATABASE_URL: postgres.url(),
      LANE_WAIT_MS: '20',
      // The deduplication window is longer than the test. An event that a client repeats after an outage is therefore
      // still a duplicate.
      DEDUPE_WINDOW_MS: '3600000',
      WEBHOOK_URL: receiver.url,
      WEBHOOK_RETRY_SCHEDULE: Array(50).fill('100ms').join(),
    })
    let stopped = false
    const clients = Array.from({ length: 3 }, (_, index) =>
      startClient({
        random: seededRandom(seed + index),
        link: () => Promise.resolve(service.url),
        stopped: () => stopped,
      }),
    )
    const posts = () => clients.reduce((sum, client) => sum + client.posts(), 0)
    async function untilResponses(more: number): Promise<void> {
      const enough = posts() + more
      await expect.poll(posts, { timeout: 90_000, interval: 20 }).toBeGreaterThanOrEqual(enough)
    }
    async function expectRefused(): Promise<void> {
      const { status, retryAfter, contentType, ms } = await postEvents(service.url, [eventNow('start')])
      expect({ status, contentType }).toEqual({ status: 503, contentType: 'application/problem+json' })
      expect(Number(retryAfter)).toBeGreaterThan(0)
      expect(ms).toBeLessThan(refusedWithinMs)
    }

    await untilResponses(30)
    await postgres.stop()
    await expectRefused()
    expect(await statusOf(`${service.url}/healthz`)).toBe(200)
    expect(await statusOf(`${service.url}/readyz`)).toBe(503)
    await postgres.start()
    await untilResponses(30)
    // The service reuses the result of a readiness check for a second, so the status may be a second old.
    await eventually(async () => expect(await statusOf(`${service.url}/readyz`)).toBe(200))

    await postgres.kill()
    await startAgain(postgres)
    await untilResponses(30)

    await postgres.stop()
    const backAt = performance.now() + goneForMs
    while (performance.now() < backAt) {
      await expectRefused()
      await sleep(1000)
    }
    await postgres.start()
    await untilResponses(30)
    stopped = true
    await Promise.all(clients.map((client) => client.finished))

    const store = await openPostgresStore({ url: postgres.url(), piiKey, supervise: false })
    try {
      const log = await readSettledLog(store)
      const missing = () => {
        const arrived = new Set(receiver.arrivals.map(({ webhookId }) => webhookId))
        return expectedMessageIds(log).filter((id) => !arrived.has(id))
      }
      // The timeout is longer than both waits together: the longest pause of a background loop after failures, and the
      // lease of an interrupted delivery.
      await expect.poll(missing, { timeout: 90_000, interval: 100 }).toEqual([])
      expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
      const sent = new Map(clients.flatMap((client) => [...client.sent]))
      expectLogMatchesResponses(log, sent)
      expectOneOrderPerRun(log, sent)
      expect(await readWholeLog(store)).toEqual(log)
      await expectProjectionsEqualRebuild(store, log)
      expectDelivered(log, receiver)
      // The outage must not be logged as a bug.
      expect(service.logged().filter(({ msg }) => msg === 'unexpected error')).toEqual([])
    } finally {
      await store.close()
      await receiver.close()
      remove()
    }
  },
)
