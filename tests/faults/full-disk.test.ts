import { afterEach, describe, expect, test } from 'vitest'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { engines } from '#tests/faults/support/engines.ts'
import {
  expectDelivered,
  expectProjectionsEqualRebuild,
  expectedMessageIds,
  readWholeLog,
} from '#tests/faults/support/guarantees.ts'
import { type PostResponse, eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { openRecordingReceiver } from '#tests/faults/support/receiver/recording-receiver.ts'
import { reportsToken } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { canMount, limitFiles, mountDisk } from '#tests/faults/support/small-disk.ts'

// Only SQLite is tested. With PostgreSQL, the service itself writes no database files.
const engine = engines.find(({ name }) => name === 'SQLite')!

const services = serviceProcesses()
afterEach(() => services.killAll())

const today = berlinDay(Date.now())
const reports = ['drop-off?funnel=anmeldung&', 'attribution?model=last&by=source&', 'orders?'].map(
  (report) => `/api/reports/${report}from=${today}&to=${today}`,
)

const longText = 'a'.repeat(500)
const bigPost = () =>
  Array.from({ length: 50 }, () => eventNow('step', { form: { vorname: longText, nachname: longText } }))

function expectRefused({ status, retryAfter, contentType }: PostResponse): void {
  expect(status).toBe(503)
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
  expect(contentType).toBe('application/problem+json')
}

describe.each([
  { disk: 'a separate disk', make: () => mountDisk(8)!, can: canMount() },
  { disk: 'files that cannot grow', make: limitFiles, can: true },
])('a full disk ($disk)', { timeout: 120_000 }, ({ make, can }) => {
  test.skipIf(!can)(
    'causes only 503 responses and no failed reports, and the service continues once there is space',
    async () => {
      const disk = make()
      const receiver = await openRecordingReceiver()
      const database = await engine.create(disk.folder)
      const service = await services.start({
        ...database.env,
        LANE_WAIT_MS: '0',
        // Disables the minimum of free space. Otherwise the service would refuse events before the disk is full.
        MIN_FREE_DISK: '0MB',
        WEBHOOK_URL: receiver.url,
        WEBHOOK_RETRY_SCHEDULE: Array(50).fill('200ms').join(),
      })
      const get = (target: string) =>
        fetch(`${service.url}${target}`, { headers: { authorization: `Bearer ${reportsToken}` } })
      const stored: string[] = []
      async function post(events: { id: string }[]): Promise<PostResponse> {
        const response = await postEvents(service.url, events)
        if (response.status !== 200) return response
        expect(response.results.map(({ status }) => status)).toEqual(events.map(() => 'stored'))
        stored.push(...events.map(({ id }) => id))
        return response
      }

      try {
        await post([eventNow('start'), eventNow('start')])
        await expect.poll(() => receiver.arrivals.length, { timeout: 30_000 }).toBe(2)

        disk.fill(service.pid)
        let refusals = 0
        for (let posts = 0; refusals < 5 && posts < 100; posts++) {
          const response = await post(bigPost())
          if (response.status !== 200) {
            expectRefused(response)
            refusals += 1
          } else refusals = 0
        }
        expect(refusals).toBe(5)
        // A small event may still fit where a large request does not. Post small events until one is refused.
        const small = eventNow('start')
        let response = await post([small])
        for (let posts = 0; response.status === 200 && posts < 100; posts++)
          response = await post([eventNow('start')])
        expectRefused(response)

        for (const report of reports) expect([report, (await get(report)).status]).toEqual([report, 200])
        expect((await get('/healthz')).status).toBe(200)
        const ready = await get('/readyz')
        if (ready.status !== 200) expect(ready.headers.get('retry-after')).not.toBeNull()

        disk.free(service.pid)
        const late = eventNow('start')
        await expect.poll(async () => (await post([late])).status, { timeout: 30_000 }).toBe(200)
        expect((await post(bigPost().slice(0, 10))).status).toBe(200)
        // The service reuses the result of a readiness check for a second, so the status may be a second old.
        await expect.poll(async () => (await get('/readyz')).status, { timeout: 2000 }).toBe(200)

        const store = await database.open()
        try {
          const log = await readWholeLog(store)
          expect(log.map(({ id }) => id)).toEqual(stored)
          const caughtUp = async () => (await store.projections.live()).checkpoint
          await expect.poll(caughtUp, { timeout: 60_000 }).toBe(await store.log.head())
          const missing = () =>
            expectedMessageIds(log).length - receiver.arrivals.filter(({ attempt }) => attempt === 1).length
          await expect.poll(missing, { timeout: 60_000 }).toBe(0)
          expectDelivered(log, receiver)
          expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
          await expectProjectionsEqualRebuild(store, log)
        } finally {
          await store.close()
        }
      } finally {
        await services.killAll()
        await receiver.close()
        disk.remove()
      }
    },
  )
})
