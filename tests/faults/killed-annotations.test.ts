// @module-tag slow
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { type StoredAnnotation, storedAnnotationSchema } from '#domain/operations/annotation-contract.ts'
import { slowEngines } from '#tests/faults/support/engines.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { eventNow, postEvents } from '#tests/faults/support/post-events.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const services = serviceProcesses()
afterEach(() => services.killAll())

const kills = 4
const clientCount = 3

async function write(url: string, key: string): Promise<{ status: number; stored: StoredAnnotation }> {
  const response = await fetch(`${url}/api/annotations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secrets.REPORTS_TOKEN}` },
    body: JSON.stringify({ title: `Release ${key}`, key }),
  })
  const body: unknown = await response.json()
  if (!response.ok) throw new Error(`status ${response.status}: ${JSON.stringify(body)}`)
  return { status: response.status, stored: storedAnnotationSchema.parse(body) }
}

describe.each(slowEngines)(
  'a service on $name that is killed while annotations and events arrive',
  { timeout: 180_000 },
  (engine) => {
    test('keeps every acknowledged annotation once, and assigns every position once', async () => {
      const random = seededRandom(chosenSeed())
      const { folder, remove } = temporaryFolder()
      const database = await engine.create(folder)
      const env = { ...database.env, LANE_WAIT_MS: '20' }
      const keys: string[] = []
      const acknowledged = new Map<string, StoredAnnotation>()

      /** Writes annotations and events one after the other until the service is gone. */
      async function writeUntilGone(url: string, client: string): Promise<void> {
        for (let number = 0; ; number++) {
          const key = `${client}-${number}`
          keys.push(key)
          const { status, stored } = await write(url, key)
          expect(status).toBe(201)
          acknowledged.set(key, stored)
          await postEvents(url, [eventNow('start', { runId: randomUUID() })])
        }
      }

      for (let killed = 0; killed < kills; killed++) {
        const service = await services.start(env)
        const before = acknowledged.size
        const clients = Array.from({ length: clientCount }, (_, client) =>
          writeUntilGone(service.url, `${killed}-${client}`),
        )
        const gone = Promise.allSettled(clients)
        await expect
          .poll(() => acknowledged.size, { timeout: 30_000, interval: 2 })
          .toBeGreaterThan(before + 5)
        await sleep(random() * 60)
        await service.end('SIGKILL')
        for (const result of await gone) expect(result).toMatchObject({ reason: { name: 'TypeError' } })
      }

      const last = await services.start(env)
      for (const key of keys) {
        const known = acknowledged.get(key)
        const { status, stored } = await write(last.url, key)
        if (known) expect({ status, stored }).toEqual({ status: 200, stored: known })
      }
      expect(await last.end('SIGTERM')).toEqual({ code: 0, signal: null })

      const store = await database.open()
      // Also checks that positions have no gaps, and that each one has a single event.
      await readWholeLog(store)
      const annotated = await store.operations.read({ types: ['annotated'], limit: 10_000 })
      expect(annotated.map(({ data }) => data.title).toSorted()).toEqual(
        keys.map((key) => `Release ${key}`).toSorted(),
      )
      await store.close()
      remove()
    })
  },
)
