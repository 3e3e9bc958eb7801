import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { maxPageBytes, maxPageEvents, maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import { runLimits } from '#domain/log/decide-append.ts'
import { noon } from '#tests/build-events.ts'
import {
  changesOf,
  type OpenStore,
  appendTo,
  testStores,
  newEvent,
  projectionCommit,
  runRow,
} from '#tests/db/contract/setup.ts'

/** Appends `count` service events to a run. Visitor events are not used, because their number per run is limited. */
async function appendLong(
  store: Store,
  runId: string,
  count: number,
  over: Parameters<typeof newEvent>[0] = {},
) {
  for (let from = 0; from < count; from += 500)
    await appendTo(
      store,
      Array.from({ length: Math.min(500, count - from) }, () => newEvent({ runId, type: 'lapsed', ...over })),
    )
}

const positions = (rows: readonly { position: number }[]) => rows.map(({ position }) => position)

/** Returns the integers of a range, both ends included. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** Returns an object whose JSON has approximately this many bytes. */
const facts = (bytes: number) => ({ long: 'x'.repeat(bytes) })

export function runReadsContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('reading a run', () => {
    test('reads a run within its limits completely', async () => {
      expect(maxRunEvents).toBeGreaterThan(2 * runLimits.events + 100)
      const store = await openStore()
      const runId = randomUUID()
      for (let count = 0; count < runLimits.events; count += 100)
        await appendTo(
          store,
          Array.from({ length: 100 }, () => newEvent({ runId, personal: { form: { a: 'b' } } })),
        )
      await appendLong(store, runId, runLimits.events)
      await appendTo(store, [newEvent({ runId, type: 'complete' })])
      expect(positions(await store.log.readRun(runId))).toEqual(range(1, 2 * runLimits.events + 1))
      expect(positions(await store.vault.read(runId))).toEqual(range(1, runLimits.events))
    })

    test.each([49, 50, 51])('reads all events and values of one with %s events', async (count) => {
      const store = await openStore()
      const runId = randomUUID()
      await appendLong(store, runId, count + 1, { personal: { form: { a: 'b' } } })
      expect(positions(await store.log.readRun(runId, count))).toEqual(range(1, count))
      expect(positions(await store.vault.read(runId, count))).toEqual(range(1, count))
    })

    test('returns each value of an event under its name', async () => {
      const store = await openStore()
      const times = { occurredAt: 1, sentAt: 2, receivedAt: 3, at: 4 }
      const event = newEvent({ runId: randomUUID(), sessionId: randomUUID(), ...times, step: 5 })
      await appendTo(store, [event])
      const [read] = await store.log.read(0, 1)
      expect(read).toEqual({ ...event, position: 1 })
      expect(await store.log.readRun(event.runId)).toEqual([read])
      expect(await store.log.readRuns({ runIds: [event.runId], after: 0, upTo: 1 })).toEqual([read])
      expect(await store.log.find({ id: event.id })).toEqual(read)
    })

    test('reads the newest events of a longer one, in log order', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendLong(store, runId, maxRunEvents + 100)
      expect(positions(await store.log.readRun(runId))).toEqual(range(101, maxRunEvents + 100))
      expect(positions(await store.log.readRun(runId, maxRunEvents + 50))).toEqual(
        range(51, maxRunEvents + 50),
      )
    })

    test('reads the newest events of a larger one, and at least one', async () => {
      const store = await openStore()
      const [runId, huge] = [randomUUID(), randomUUID()]
      await appendLong(store, runId, 9, { facts: facts(maxRunBytes / 4) })
      expect(positions(await store.log.readRun(runId))).toEqual([6, 7, 8, 9])
      await appendLong(store, huge, 2, { facts: facts(maxRunBytes * 2) })
      expect(positions(await store.log.readRun(huge))).toEqual([11])
    })

    test('reads the newest personal values of a larger one, and all values in pages', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const personal = { form: { long: 'x'.repeat(maxRunBytes / 4) } }
      await appendLong(store, runId, 9, { personal })
      expect(positions(await store.vault.read(runId))).toEqual([6, 7, 8, 9])
      expect(await store.vault.read(runId, 3)).toHaveLength(3)
      const pages: number[][] = []
      for (let after = 0; ; after = pages.at(-1)!.at(-1)!) {
        const page = await store.vault.readPage(runId, after)
        if (page.length === 0) break
        expect(page[0]!.personal).toEqual(personal)
        pages.push(positions(page))
      }
      expect(pages).toEqual([[1, 2, 3, 4], [5, 6, 7, 8], [9]])
    })

    test('reads all events of several runs in pages', async () => {
      const store = await openStore()
      const runIds = [randomUUID(), randomUUID()]
      for (const runId of [...runIds, randomUUID(), runIds[0]!]) await appendLong(store, runId, 900)
      const first = await store.log.readRuns({ runIds, after: 0, upTo: 9999 })
      expect(first).toHaveLength(maxPageEvents)
      const rest = await store.log.readRuns({ runIds, after: first.at(-1)!.position, upTo: 9999 })
      expect(positions([...first, ...rest])).toEqual([...range(1, 1800), ...range(2701, 3600)])
      expect(await store.log.readRuns({ runIds, after: 3600, upTo: 9999 })).toEqual([])
    })

    test('limits a page of the log, and of runs, by its bytes', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendLong(store, runId, 9, { facts: facts(maxPageBytes / 4) })
      expect(positions(await store.log.read(0, 100))).toEqual([1, 2, 3, 4])
      expect(positions(await store.log.read(4, 2))).toEqual([5, 6])
      expect(positions(await store.log.readRuns({ runIds: [runId], after: 4, upTo: 100 }))).toEqual([
        5, 6, 7, 8,
      ])
    })

    test('limits a page of a run list by the bytes of the states', async () => {
      const store = await openStore()
      const runs = range(1, 9).map((index) =>
        runRow({ runId: `run-${index}`, startedAt: noon - index, state: facts(maxPageBytes / 4) }),
      )
      const total = { funnel: 'anmeldung', version: 1, day: '2026-11-20', segment: null }
      await store.projections.commit(
        projectionCommit({ runs, dropOff: changesOf([{ ...total, measure: 'stage:0', runs: runs.length }]) }),
      )
      const query = { funnels: ['anmeldung'], from: '2026-11-20', to: '2026-11-20', segment: {} }
      const seen: string[] = []
      let before: { at: number; runId: string } | null = null
      for (;;) {
        const page: Awaited<ReturnType<Store['reports']['runsOf']>> = await store.reports.runsOf({
          ...query,
          anyOf: ['stage:0'],
          butNot: [],
          limit: 100,
          ...(before && { before }),
        })
        expect(page.rows.length).toBeLessThanOrEqual(4)
        seen.push(...page.rows.map(({ runId }) => runId))
        before = page.next
        if (!before) break
      }
      expect(seen).toEqual(runs.map(({ runId }) => runId))
    })

    test('finds the events that an order depends on in a run of any length', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [
        newEvent({ runId }),
        newEvent({ runId, type: 'start' }),
        newEvent({ runId, type: 'start' }),
        newEvent({ runId, type: 'complete' }),
      ])
      await appendLong(store, runId, maxRunEvents + 10)
      await appendTo(store, [
        newEvent({ runId, type: 'paid' }),
        newEvent({ runId, type: 'erased' }),
        newEvent({ type: 'paid', runId: randomUUID() }),
      ])
      const events = await store.log.readOrder(runId)
      expect(events.map(({ type }) => type)).toEqual(['start', 'complete', 'paid', 'erased'])
      expect(events[0]!.position).toBe(2)
    })

    test('summarises a run by event type without reading it', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [
        newEvent({ runId, type: 'start', receivedAt: noon }),
        newEvent({ runId, receivedAt: noon + 1, facts: facts(1000) }),
        newEvent({ runId, receivedAt: noon + 2 }),
        newEvent(),
      ])
      const [start, step] = await store.log.describeRun(runId)
      expect(start).toMatchObject({ type: 'start', events: 1, firstPosition: 1, lastPosition: 1 })
      expect(step).toMatchObject({
        type: 'step',
        events: 2,
        firstAt: noon + 1,
        lastAt: noon + 2,
        lastPosition: 3,
      })
      expect(step!.bytes).toBeGreaterThan(1000)
      expect(step!.bytes).toBeLessThan(2000)
      expect(await store.log.describeRun(randomUUID())).toEqual([])
    })
  })
}
