import { onTestFinished, expect, test } from 'vitest'
import { createRetention } from '#service/privacy/retention.ts'
import { lapseSilentRuns } from '#service/projections/lapser.ts'
import { noon } from '#tests/build-events.ts'
import { uploadTo } from '#tests/db/contract/uploads.ts'
import { until } from '#tests/service/projections/projected-store.ts'
import { pino } from 'pino'
import { type People, ada, bob, openPeople } from './open-people.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const periods = { drafts: 30 * day, orders: 3650 * day, rejected: 30 * day, uploads: day }

/** Runs the loop once through at a time, and answers how many vault rows each run still has. */
async function keptAt(people: People, at: number, runIds: string[]): Promise<number[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  let polls = 0
  const retention = createRetention({
    store: {
      queue: people.store.queue,
      uploads: people.store.uploads,
      retention: {
        ...people.store.retention,
        expirePersonal: async (step) => {
          const result = await people.store.retention.expirePersonal(step)
          if (result.next === null) polls++
          return result
        },
      },
    },
    now: () => at,
    log,
    periods,
  })
  onTestFinished(() => retention.stop())
  await until('a whole pass', () => polls > 0)
  await retention.stop()
  expect(lines.filter((line) => !line.includes('was removed'))).toEqual([])
  return Promise.all(runIds.map(async (runId) => (await people.store.vault.read(runId)).length))
}

test('a draft goes 30 days after its last event, an order after ten years; log and reports stay', async () => {
  const people = await openPeople()
  const { clock, visit } = people
  const silent = await visit(ada, ['start', 'step'])
  const ordered = await visit(bob, ['start', 'step', 'complete'])
  const resumed = await visit(ada, ['start'])
  clock.set(noon + 10 * day)
  await visit(ada, ['step'], resumed)
  const reports = await people.reports()
  const head = await people.store.log.head()
  const runs = [silent, ordered, resumed]

  expect(await keptAt(people, noon + 30 * day - 1, runs)).toEqual([2, 3, 2])
  expect(await keptAt(people, noon + 30 * day, runs)).toEqual([0, 3, 2])
  expect(await keptAt(people, noon + 40 * day - 1, runs)).toEqual([0, 3, 2])
  expect(await keptAt(people, noon + 40 * day, runs)).toEqual([0, 3, 0])
  expect(await keptAt(people, noon + 3650 * day - 1, runs)).toEqual([0, 3, 0])
  expect(await keptAt(people, noon + 3650 * day, runs)).toEqual([0, 0, 0])
  expect(await people.store.log.head()).toBe(head)
  expect(await people.reports()).toEqual(reports)
})

test('a draft goes 30 days after its last event also when the service was down and lets it lapse late', async () => {
  const people = await openPeople()
  const { clock, store, visit } = people
  const silent = await visit(ada, ['start', 'step'])
  const resumed = await visit(bob, ['start', 'step'])
  await people.reports()
  const late = noon + 20 * day
  expect(await lapseSilentRuns({ store, now: () => late, lapseAfterMs: minute })).toBe(2)
  clock.set(late + day)
  await visit(bob, ['email'], resumed)
  const reports = await people.reports()
  const runs = [silent, resumed]

  expect(await keptAt(people, noon + 30 * day - 1, runs)).toEqual([2, 3])
  expect(await keptAt(people, noon + 30 * day, runs)).toEqual([0, 3])
  expect(await keptAt(people, late + 31 * day - 1, runs)).toEqual([0, 3])
  expect(await keptAt(people, late + 31 * day, runs)).toEqual([0, 0])
  expect(await people.reports()).toEqual(reports)
})

test('a long line of old orders in front hides no draft behind it', async () => {
  const people = await openPeople()
  for (let order = 0; order < 60; order++) await people.visit(bob, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'step'])
  expect(await keptAt(people, noon + 30 * day, [draft])).toEqual([0])
})

test('files that were never ordered go after a day, ordered ones with their order', async () => {
  const people = await openPeople()
  const { uploads } = people.store
  const ordered = await people.visit(bob, ['start', 'complete'])
  const draft = await people.visit(ada, ['start', 'step'])
  const kept = await uploadTo(people.store, { runId: ordered, createdAt: noon })
  expect(await uploads.keep([kept.id])).toBe(true)
  // More than go in one step.
  for (const field of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    await uploadTo(people.store, { runId: draft, field, createdAt: noon })
  await uploadTo(people.store, { runId: ordered, createdAt: noon })
  const left = async () => [(await uploads.list(draft)).length, (await uploads.list(ordered)).length]

  await keptAt(people, noon + day - 1, [])
  expect(await left()).toEqual([7, 2])
  expect(await keptAt(people, noon + day, [draft])).toEqual([2])
  expect(await left()).toEqual([0, 1])
  await keptAt(people, noon + 3650 * day, [])
  expect(await left()).toEqual([0, 0])
})

test('rejected events go after 30 days, however many there are, and until then stay', async () => {
  const people = await openPeople()
  const rejected = Array.from({ length: 250 }, () => {
    return { receivedAt: noon, type: null, funnel: null, issues: [] }
  })
  await people.store.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
  await keptAt(people, noon + 30 * day - 1, [])
  // Nothing else removes them, so that a longer period holds.
  await people.store.log.append({ events: [], rejected: [], now: noon + 300 * day, dedupeWindowMs: 0 })
  const left = (at: number) => people.store.retention.expireRejected(at, 1)
  expect(await left(noon)).toBe(1)
  await keptAt(people, noon + 30 * day, [])
  expect(await left(noon)).toBe(0)
})
