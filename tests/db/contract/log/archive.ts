import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { FiledRange } from '#db/ports/log/archive-store.ts'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { DestinationName } from '#db/ports/outbox-store.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { type OpenStore, appendTo, day, newEvent, second, testStores } from '#tests/db/contract/setup.ts'

const size = 20

const firstRange: FiledRange = {
  after: 0,
  upTo: size,
  events: size,
  firstAt: noon,
  file: `log-1-${size}.jsonl.gz`,
  bytes: 1000,
  sha256: 'a'.repeat(64),
  archivedAt: noon + 400 * day,
}

/** Returns the events of a new run. */
function runOf(...types: StoredEventType[]): NewEvent[] {
  const runId = randomUUID()
  return types.map((type, index) =>
    newEvent({ type, runId, id: randomUUID(), at: noon + index, receivedAt: noon + index * second }),
  )
}

/** Returns the events of a run that has ended without an order, so that they can be removed. */
const endedRun = () => runOf('start', 'step', 'lapsed')

const runIdOf = ([event]: NewEvent[]) => event!.runId

async function project(store: Store, destinations: readonly DestinationName[] = []): Promise<void> {
  const settings = { size: 7, now: noon, destinations }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
}

/** Appends events, and further runs until an event follows the first range. Projects all of them. */
async function fill(store: Store, ...runs: NewEvent[][]): Promise<void> {
  await appendTo(store, runs.flat())
  while ((await store.log.head()) <= size) await appendTo(store, endedRun())
  await project(store)
}

interface KeptCase {
  name: string
  events?: () => NewEvent[]
  /** Called after the events were appended, before the log is filled and projected. */
  prepare?: (store: Store, run: NewEvent[]) => Promise<unknown>
  /** Called after the log is projected. */
  finish?: (store: Store, run: NewEvent[]) => Promise<unknown>
}

const appendLate = (store: Store, [first]: NewEvent[]) =>
  appendTo(store, [newEvent({ ...first, id: randomUUID(), type: 'step', data: { seconds: 3 } })])

/** Gives up the delivery of all webhook messages. */
async function giveUpMessages({ outbox }: Store): Promise<void> {
  const now = noon + day
  const attempt = { number: 1, startedAt: now, durationMs: 1, status: 500, error: null }
  for (;;) {
    const rows = await outbox.claimDue({ destination: 'webhook', now, leaseMs: second, limit: 10 })
    if (rows.length === 0) return
    for (const row of rows) await outbox.finish(row, attempt, { state: 'dead' })
  }
}

const kept: KeptCase[] = [
  { name: 'with an order', events: () => runOf('start', 'complete') },
  { name: 'whose personal data was erased', events: () => runOf('start', 'step', 'lapsed', 'erased') },
  { name: 'that may still lapse', events: () => runOf('start', 'step') },
  { name: 'with later events', finish: appendLate },
  {
    name: 'with personal data',
    events: () => {
      const [start, step, lapsed] = endedRun()
      return [start!, { ...step!, personal: { form: { vorname: 'Ada' } } }, lapsed!]
    },
  },
  { name: 'with an upload', prepare: (store, run) => uploadTo(store, { runId: runIdOf(run) }) },
  {
    name: 'that is excluded',
    finish: (store, run) =>
      excludeRun(store, { runId: runIdOf(run), at: noon, by: 'operator', reason: 'test' }),
  },
  {
    name: 'with a rejected event that can be replayed',
    prepare: (store, run) =>
      store.log.append({
        events: [],
        now: noon,
        rejected: [
          {
            receivedAt: noon,
            type: 'step',
            funnel: 'anmeldung',
            issues: [{ path: 'form.x', code: 'unknown_field' }],
            content: { runId: runIdOf(run), eventId: randomUUID(), facts: '{}', values: '{}' },
          },
        ],
      }),
  },
  {
    name: 'with a message that was not delivered',
    prepare: (store) => project(store, ['webhook']),
  },
  {
    name: 'with a message whose delivery was given up',
    prepare: async (store) => {
      await project(store, ['webhook'])
      await giveUpMessages(store)
    },
  },
  {
    name: 'with an event whose id is no UUID',
    events: () => endedRun().map((event, index) => ({ ...event, id: `event-${index}-${event.id}` })),
  },
]

export function archiveContract(open: OpenStore) {
  describe('the archive', () => {
    const { store: openStore, pair } = testStores((options) => open({ ...options, rangePositions: size }))

    test('the next range is offered when an event follows it, with the number of its events', async () => {
      const store = await openStore()
      await store.operations.append({
        type: 'released',
        once: 'release:1',
        day: '2026-11-20',
        data: { version: '1' },
      })
      await appendTo(
        store,
        Array.from({ length: size - 1 }, () => newEvent()),
      )
      expect(await store.archive.nextRange()).toBeUndefined()
      await appendTo(store, [newEvent()])
      expect(await store.archive.nextRange()).toEqual({ after: 0, upTo: size, events: size - 1 })
      expect([await store.archive.ranges(), await store.archive.end()]).toEqual([[], 0])
    })

    test('removes the events of ended runs, and says so', async () => {
      const store = await openStore()
      const run = endedRun()
      await fill(store, run)
      const last = await store.log.read(size, 10)
      expect(await store.archive.archive(firstRange)).toEqual({ removed: 18 })
      expect(await store.log.readRun(runIdOf(run))).toEqual([])
      expect(await store.archive.runsAmong([runIdOf(run), randomUUID()])).toEqual([runIdOf(run)])
      expect(await store.archive.ranges()).toEqual([{ ...firstRange, isRemoved: true }])
      expect(await store.archive.end()).toBe(size)
      // The last run has events on both sides of the end of the range.
      expect(await store.log.read(0, 100)).toEqual([...(await store.log.readRun(last[0]!.runId))])
      expect(last.length).toBeGreaterThan(0)
      expect((await store.projections.dump(1)).runs).toHaveLength(7)
    })

    test.each(kept)('keeps a run $name whole', async ({ events = endedRun, prepare, finish }) => {
      const store = await openStore()
      const [run, other] = [events(), endedRun()]
      await appendTo(store, run)
      await prepare?.(store, run)
      await fill(store, other)
      await finish?.(store, run)
      const before = await store.log.readRun(runIdOf(run))
      expect(before.length).toBeGreaterThanOrEqual(run.length)
      await store.archive.archive(firstRange)
      expect(await store.log.readRun(runIdOf(run))).toEqual(before)
      expect(await store.log.readRun(runIdOf(other))).toEqual([])
      expect(await store.archive.runsAmong([runIdOf(run)])).toEqual([])
    })

    test('a repeat of a removed event is a duplicate with its position, in every process', async () => {
      const [store, other] = await pair()
      const run = endedRun()
      await fill(store, run)
      await store.archive.archive(firstRange)
      for (const one of [store, other])
        expect(await appendTo(one, run, { now: noon + 500 * day })).toEqual(
          run.map((_, index) => ({ status: 'duplicate', position: index + 1 })),
        )
    })

    test('refuses a range that is not the next one, holds the end of the log, or is not projected', async () => {
      const store = await openStore()
      await appendTo(store, [...endedRun(), ...Array.from({ length: 17 }, () => newEvent())])
      await project(store)
      await expect(store.archive.archive(firstRange)).rejects.toThrow(StoreRefused)
      await appendTo(store, [newEvent()])
      const wrong = { ...firstRange, after: size, upTo: 2 * size }
      await expect(store.archive.archive(wrong)).rejects.toThrow(StoreRefused)
      expect(await store.archive.ranges()).toEqual([])

      const unprojected = await openStore()
      await appendTo(unprojected, [...endedRun(), ...Array.from({ length: 20 }, () => newEvent())])
      await expect(unprojected.archive.archive(firstRange)).rejects.toThrow(StoreRefused)
      expect(await unprojected.archive.ranges()).toEqual([])
    })

    test('can be repeated, and goes on with the next range', async () => {
      const store = await openStore()
      await fill(store)
      const { removed } = await store.archive.archive(firstRange)
      expect(removed).toBeGreaterThan(0)
      expect(await store.archive.archive(firstRange)).toEqual({ removed: 0 })
      while ((await store.log.head()) <= 2 * size) await appendTo(store, endedRun())
      await project(store)
      const next = await store.archive.nextRange()
      expect(next).toEqual({ after: size, upTo: 2 * size, events: size })
      await store.archive.archive({ ...firstRange, ...next!, file: 'log-21-40.jsonl.gz' })
      expect((await store.archive.ranges()).map(({ file }) => file)).toEqual([
        firstRange.file,
        'log-21-40.jsonl.gz',
      ])
    })

    test('knows the first time of the log and finds positions after the archived ones', async () => {
      const store = await openStore()
      await fill(store)
      const later = newEvent({ id: randomUUID(), receivedAt: noon + day })
      await appendTo(store, [later])
      const head = await store.log.head()
      await store.archive.archive(firstRange)
      expect(await store.log.timeAt(1)).toBe(noon)
      expect(await store.log.positionAt(noon + day - 1)).toBe(head - 1)
      expect(await store.log.positionAt(noon + 2 * day)).toBe(head)
      expect(await store.log.positionAt(noon - day)).toBeLessThanOrEqual(size)
    })

    test('keeps the state of a run before an event that arrives after its archived ones', async () => {
      const store = await openStore()
      const [run, other] = [endedRun(), endedRun()]
      await fill(store, run, other)
      await store.archive.archive(firstRange)
      const [before] = await store.projections.runs(1, [runIdOf(run)])
      const asOf = await store.log.head()
      for (let late = 0; late < 2; late++) {
        await appendLate(store, run)
        await project(store)
      }
      const upTo = asOf + 2
      expect(await store.projections.archivedStates([runIdOf(run), runIdOf(other)])).toEqual([
        { runId: runIdOf(run), state: before!.state },
      ])
      expect(await store.projections.resumedRuns({ asOf, after: asOf, upTo })).toEqual([
        { runId: runIdOf(run), resumedAt: asOf + 1 },
      ])
      const { day: from } = before!
      expect(await store.projections.countSince({ asOf, upTo, from, to: from, countedBy: 'start' })).toEqual({
        events: 2,
        newRuns: 0,
        resumedRuns: 1,
        newOrders: 0,
      })
    })

    test('never removes the later events of an archived run', async () => {
      const store = await openStore()
      const run = endedRun()
      await fill(store, run)
      await store.archive.archive(firstRange)
      await appendTo(store, runOf('start', 'lapsed'))
      await appendLate(store, run)
      await appendTo(store, [newEvent({ ...run[2], id: randomUUID() })])
      while ((await store.log.head()) <= 2 * size) await appendTo(store, endedRun())
      await project(store)
      const later = await store.log.readRun(runIdOf(run))
      expect(later).toHaveLength(2)
      await store.archive.archive({ ...firstRange, after: size, upTo: 2 * size, file: 'log-21-40.jsonl.gz' })
      expect(await store.log.readRun(runIdOf(run))).toEqual(later)
    })
  })
}
