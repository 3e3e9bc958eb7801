// @module-tag slow
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { eventually } from '#tests/eventually.ts'
import { storedEvent } from '#tests/build-events.ts'
import { type Database, slowEngines } from '#tests/faults/support/engines.ts'
import { eventNow, postStored } from '#tests/faults/support/post-events.ts'
import {
  type RecordingReceiver,
  openRecordingReceiver,
} from '#tests/faults/support/receiver/recording-receiver.ts'
import { reportsToken } from '#tests/faults/support/secrets.ts'
import { type StartedService, serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { writeEvents } from '#tests/faults/support/write-events.ts'

const longEvents = 10_000
/** Source, medium and campaign of each touch. A `€` takes two bytes in a JavaScript string and three in UTF-8. */
const campaign = '€'.repeat(200)
const touches = Array.from({ length: 3 }, () => ({ at: 1, source: campaign, medium: campaign, campaign }))

/**
 * Returns 10,000 events of one run, more than 50 MB. An old version without limits per run may have stored such a run.
 */
function longRun(runId: string, at: number): StoredEvent[] {
  return Array.from({ length: longEvents }, (_, index) =>
    storedEvent(index === 0 ? 'start' : 'step', {
      runId,
      id: randomUUID(),
      at: at - longEvents + index,
      meta: { touches },
    }),
  )
}

/** Returns the events of a run whose state cannot be computed: `fields: null` causes an exception. */
function unprojectableRun(runId: string, at: number): StoredEvent[] {
  return [storedEvent('start', { runId, at }), storedEvent('invalid', { runId, at, data: { fields: null } })]
}

function ordinaryRun(runId: string, at: number): StoredEvent[] {
  return [storedEvent('start', { runId, at }), storedEvent('step', { runId, at })]
}

const read = async (service: StartedService, path: string) => {
  const headers = { authorization: `Bearer ${reportsToken}` }
  const response = await fetch(`${service.url}${path}`, { headers })
  expect(response.status, path).toBe(200)
  return response
}

const days = (at: number) => `from=${berlinDay(at - 60_000)}&to=${berlinDay(Date.now())}`

async function startedRuns(service: StartedService, at: number): Promise<number> {
  const report = await (
    await read(service, `/api/reports/runs?figure=runs&funnel=anmeldung&${days(at)}`)
  ).json()
  return (report as { total: number }).total
}

describe.each(slowEngines)('on $name, runs that cannot be processed', { timeout: 240_000 }, (engine) => {
  const services = serviceProcesses()
  let temporary: ReturnType<typeof temporaryFolder>
  let database: Database
  let store: Store
  let receiver: RecordingReceiver

  beforeEach(async () => {
    temporary = temporaryFolder()
    database = await engine.create(temporary.folder)
    store = await database.open()
    receiver = await openRecordingReceiver()
  })
  afterEach(async () => {
    await services.killAll()
    await store.close()
    await receiver.close()
    temporary.remove()
  })

  const start = () =>
    services.start({
      ...database.env,
      WEBHOOK_URL: receiver.url,
      WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s',
      LAPSE_AFTER_MS: '1000',
      LANE_WAIT_MS: '0',
    })

  async function expectServed(service: StartedService, runIds: readonly string[]): Promise<void> {
    for (const runId of runIds) {
      await eventually(
        async () => expect((await store.log.lastOfRun(runId))?.type, `lapse of ${runId}`).toBe('lapsed'),
        60_000,
      )
      await eventually(
        () => expect(receiver.ofRun(runId).length, `messages of ${runId}`).toBeGreaterThanOrEqual(2),
        60_000,
      )
    }
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
  }

  test('block no other run and crash nothing, before and after a restart', async () => {
    const at = Date.now() - 3000
    const [before, between, after] = [randomUUID(), randomUUID(), randomUUID()]
    const [long, unprojectable] = [randomUUID(), randomUUID()]
    await writeEvents(database.env['DATABASE_URL']!, [
      ...ordinaryRun(before, at),
      ...longRun(long, at),
      ...ordinaryRun(between, at),
      ...unprojectableRun(unprojectable, at),
      ...ordinaryRun(after, at),
    ])

    const first = await start()
    await expectServed(first, [before, between, after, long])
    expect(await startedRuns(first, at)).toBe(4)
    expect(await store.exclusions.find(unprojectable)).toMatchObject({ by: 'service' })
    const quality = await (await read(first, `/api/reports/quality?${days(at)}`)).json()
    expect(quality).toMatchObject({ excludedRuns: { operator: 0, service: 1 } })
    expect(await (await read(first, '/metrics')).text()).toContain('formlotse_excluded_runs{by="service"} 1')
    expect(first.logged().filter(({ runId }) => runId === unprojectable)).toHaveLength(1)
    const timeline = (await (await read(first, `/api/reports/runs/${long}`)).json()) as { events: unknown[] }
    expect(timeline.events.length).toBeLessThanOrEqual(1200)
    await first.end('SIGKILL')

    const second = await start()
    const visitor = randomUUID()
    await postStored(second.url, [
      eventNow('start', { runId: visitor }),
      eventNow('step', { runId: visitor }),
    ])
    await expectServed(second, [visitor])
    await eventually(() => read(second, `/api/reports/runs/${visitor}`))
    expect(await startedRuns(second, at)).toBe(4)
    expect(second.errors()).toBe('')
    expect(second.logged().filter(({ level }) => level >= 50)).toEqual([])
    expect(receiver.faults).toEqual([])
    expect(receiver.ofRun(unprojectable)).toEqual([])
    expect((await second.end('SIGTERM')).code).toBe(0)
  })
})
