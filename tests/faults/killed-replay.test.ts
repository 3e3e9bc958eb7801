// @module-tag slow
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { replayResultSchema } from '#domain/reports/rejections/shape.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { slowEngines } from '#tests/faults/support/engines.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents, postStored } from '#tests/faults/support/post-events.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { removedField } from '#tools/demo/mended-funnel.ts'

const services = serviceProcesses()
afterEach(() => services.killAll())

const runs = 40
const stepsOfRun = 10
const kills = 4

describe.each(slowEngines)(
  'a replay on $name while the service is killed',
  { timeout: 300_000 },
  (engine) => {
    test('stores every rejected event exactly once, and the counters agree', async () => {
      const random = seededRandom(chosenSeed())
      const { folder, remove } = temporaryFolder()
      const database = await engine.create(folder)
      const env = { ...database.env, LANE_WAIT_MS: '20' }
      const first = await services.start(env)
      const ids: string[] = []
      for (let index = 0; index < runs; index++) {
        const runId = randomUUID()
        await postStored(first.url, [eventNow('start', { runId })])
        const steps = Array.from({ length: stepsOfRun }, (_, number) =>
          eventNow('step', { runId, form: { vorname: `Ali ${number}`, [removedField]: 'x' } }),
        )
        expect((await postEvents(first.url, steps)).status).toBe(422)
        ids.push(...steps.map(({ id }) => id))
      }
      await first.end('SIGTERM')

      const mended = { ...env, SCRIPT: 'tests/faults/support/mended-service.ts' }
      const day = berlinDay(Date.now())
      async function replayAll(url: string): Promise<void> {
        let after: string | null | undefined
        while (after !== null) {
          const response: Response = await fetch(`${url}/api/reports/rejections/replay`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${secrets.REPORTS_TOKEN}` },
            body: JSON.stringify({
              from: berlinDay(Date.now() - 24 * 3600 * 1000),
              to: day,
              funnel: 'anmeldung',
              fields: [removedField],
              ...(after && { after }),
            }),
          })
          expect(response.status, await response.clone().text()).toBe(200)
          after = replayResultSchema.parse(await response.json()).next
        }
      }
      for (let killed = 0; killed < kills; killed++) {
        const service = await services.start(mended)
        const replaying = replayAll(service.url).catch(() => undefined)
        await sleep(random() * 60)
        await service.end('SIGKILL')
        await replaying
      }
      const last = await services.start(mended)
      await replayAll(last.url)
      await last.end('SIGTERM')

      const store = await database.open()
      const log = await readWholeLog(store)
      expect(
        log
          .filter(({ type }) => type === 'step')
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(ids.toSorted())
      const counted = Object.fromEntries(
        (await store.log.counters(day, day)).map(({ name, count }) => [name, count]),
      )
      expect(counted).toMatchObject({ rejected: 0, replayed: ids.length, received: runs + ids.length })
      await store.close()
      remove()
    })
  },
)
