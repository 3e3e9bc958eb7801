import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendLate, endedRun, filedRange, projectAll, runIdOf } from './archived-world.ts'
import { type OpenStore, appendTo, day, newEvent, testStores } from '#tests/db/contract/setup.ts'

const size = 20
const firstRange = filedRange(0, size)
const secondRange = filedRange(size, 2 * size)

const project = (store: Store) => projectAll(store, 7)

/** Appends events, and further runs until an event follows the first range. Projects all of them. */
async function fill(store: Store, ...runs: NewEvent[][]): Promise<void> {
  await appendTo(store, runs.flat())
  while ((await store.log.head()) <= size) await appendTo(store, endedRun())
  await project(store)
}

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
      await expect(store.archive.archive(secondRange)).rejects.toThrow(StoreRefused)
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
      await store.archive.archive(secondRange)
      expect((await store.archive.ranges()).map(({ file }) => file)).toEqual([
        firstRange.file,
        secondRange.file,
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
  })
}
