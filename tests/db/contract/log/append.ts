import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noon } from '#tests/build-events.ts'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { type OpenStore, appendTo, day, testStores, newEvent } from '#tests/db/contract/setup.ts'

const rejection = (receivedAt: number) => ({
  receivedAt,
  type: 'step',
  funnel: null,
  issues: [{ path: 'data.seconds', code: 'invalid_type' }],
})

export function appendContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('the log', () => {
    test('returns the appended events in order', async () => {
      const store = await openStore()
      const events = [
        newEvent({ type: 'start', data: { secretHash: 'a'.repeat(64), entry: '/ü?"\\' } }),
        newEvent({ facts: { wohnungsart: 'obige', naechstmoeglich: true } }),
        newEvent({ type: 'invalid', data: { fields: [{ field: 'adresse.plz', rule: 'format' }] } }),
      ]
      expect(await appendTo(store, events)).toEqual(
        [1, 2, 3].map((position) => ({ status: 'stored', position })),
      )
      const stored = events.map((event, index) => ({ ...event, position: index + 1 }))
      expect(await store.log.read(0, 10)).toEqual(stored)
      expect(await store.log.read(1, 1)).toEqual([stored[1]])
      expect(await store.log.read(3, 10)).toEqual([])
      expect(await store.log.head()).toBe(3)
    })

    test('is empty at first', async () => {
      const store = await openStore()
      expect(await store.log.head()).toBe(0)
      expect(await store.log.read(0, 10)).toEqual([])
      expect(await store.log.find({ id: randomUUID() })).toBeUndefined()
      expect(await store.log.find({ once: 'order:none' })).toBeUndefined()
      expect(await appendTo(store, [])).toEqual([])
    })

    test('has no gaps after concurrent appends of two processes, even with duplicates', async () => {
      const [one, other] = await pair()
      const shared = newEvent()
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          appendTo(index % 2 ? one : other, [newEvent(), shared, newEvent()]),
        ),
      )
      const positions = (await one.log.read(0, 1000)).map(({ position }) => position)
      expect(positions).toEqual(Array.from({ length: 81 }, (_, index) => index + 1))
    })

    test('shows a reader every position below the highest one it sees', async () => {
      const [writer, reader] = await pair()
      const state = { writing: true }
      const writes = Promise.all(
        Array.from({ length: 30 }, () => appendTo(writer, [newEvent(), newEvent()])),
      ).finally(() => (state.writing = false))
      let checkpoint = 0
      while (state.writing || checkpoint < 60) {
        for (const { position } of await reader.log.read(checkpoint, 7)) {
          expect(position).toBe(checkpoint + 1)
          checkpoint = position
        }
      }
      await writes
    })

    test('reads one run up to a position', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId }), newEvent(), newEvent({ runId }), newEvent({ runId })])
      const positions = async (upTo?: number) =>
        (await store.log.readRun(runId, upTo)).map(({ position }) => position)
      expect(await positions()).toEqual([1, 3, 4])
      expect(await positions(3)).toEqual([1, 3])
      expect(await positions(0)).toEqual([])
    })

    test('reads some runs up to a position, in log order', async () => {
      const store = await openStore()
      const [one, other] = [randomUUID(), randomUUID()]
      const runIds = [one, other, randomUUID(), one, other]
      await appendTo(
        store,
        runIds.map((runId) => newEvent({ runId })),
      )
      const positions = async (of: string[], upTo: number, after = 0) =>
        (await store.log.readRuns({ runIds: of, after, upTo })).map(({ position }) => position)
      expect(await positions([one, other], 9)).toEqual([1, 2, 4, 5])
      expect(await positions([other, one, 'unknown'], 4)).toEqual([1, 2, 4])
      expect(await positions([one, other], 9, 2)).toEqual([4, 5])
      expect(await positions([], 9)).toEqual([])
    })

    test('finds the position of a time, though times are not quite in order', async () => {
      const store = await openStore()
      expect(await store.log.positionAt(noon)).toBe(0)
      // Every tenth event was received 30 s before the previous one.
      const times = Array.from(
        { length: 80 },
        (_, index) => noon + index * 20_000 - (index % 10 ? 0 : 50_000),
      )
      await appendTo(
        store,
        times.map((receivedAt) => newEvent({ receivedAt })),
      )
      const asked = [noon - 90_000, ...times.flatMap((at) => [at - 1, at, at + 1]), noon + 9_000_000]
      for (const instant of asked) {
        const later = times.findIndex((at) => at > instant)
        expect(await store.log.positionAt(instant)).toBe(later === -1 ? times.length : later)
      }
    })

    test('finds the last event of a run', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId }), newEvent({ runId }), newEvent()])
      expect((await store.log.lastOfRun(runId))?.position).toBe(2)
      expect(await store.log.lastOfRun(randomUUID())).toBeUndefined()
    })

    test('rolls back an append that fails midway', async () => {
      const store = await openStore()
      const broken = { ...newEvent(), funnel: null as never }
      const good = newEvent({ fingerprint: 'same', once: 'key', personal: { form: { vorname: 'Ada' } } })
      await expect(
        appendTo(store, [good, broken], {
          rejected: [{ receivedAt: noon, type: null, funnel: null, issues: [] }],
        }),
      ).rejects.toThrow(/null/i)
      expect(await store.log.head()).toBe(0)
      expect(await store.log.counters('2026-11-20', '2026-11-20')).toEqual([])
      expect(await store.vault.read(good.runId)).toEqual([])
      expect(await appendTo(store, [good])).toEqual([{ status: 'stored', position: 1 }])
    })

    test('counts by the Berlin day of the service clock', async () => {
      const store = await openStore()
      const rejected = [{ receivedAt: noon, type: 'step', funnel: 'anmeldung', issues: [] }]
      const again = newEvent()
      await appendTo(store, [again, newEvent(), again], { rejected })
      await appendTo(store, [newEvent()])
      // The next two events arrive one minute before midnight in Berlin and at midnight (23:00 UTC).
      await appendTo(store, [newEvent()], { now: Date.parse('2026-11-21T22:59:00Z') })
      await appendTo(store, [newEvent()], { now: Date.parse('2026-11-21T23:00:00Z') })
      expect(await store.log.counters('2026-11-20', '2026-11-21')).toEqual([
        { day: '2026-11-20', name: 'duplicate', count: 1 },
        { day: '2026-11-20', name: 'received', count: 5 },
        { day: '2026-11-20', name: 'rejected', count: 1 },
        { day: '2026-11-20', name: 'stored', count: 3 },
        { day: '2026-11-21', name: 'received', count: 1 },
        { day: '2026-11-21', name: 'stored', count: 1 },
      ])
    })

    test('returns the reasons for rejections, most frequent first', async () => {
      const store = await openStore()
      const rejected = [
        rejection(noon),
        rejection(noon + 1),
        { ...rejection(noon), type: null },
        rejection(noon + day),
      ]
      await appendTo(store, [], { rejected })
      const reason = { funnel: null, path: 'data.seconds', code: 'invalid_type' }
      expect(await store.log.rejections(noon, noon + day, 9)).toEqual([
        { ...reason, type: 'step', count: 2, lastAt: noon + 1 },
        { ...reason, type: null, count: 1, lastAt: noon },
      ])
      expect(await store.log.rejections(noon, noon + day, 1)).toHaveLength(1)
    })

    test('counts events from robots among the stored ones, and a repeat only once', async () => {
      const store = await openStore()
      const { meta } = newEvent()
      const robot = newEvent({ meta: { ...meta, bot: true } } as object)
      await appendTo(store, [robot, newEvent(), robot])
      await appendTo(store, [robot])
      expect(await store.log.counters('2026-11-20', '2026-11-20')).toEqual([
        { day: '2026-11-20', name: 'duplicate', count: 2 },
        { day: '2026-11-20', name: 'received', count: 4 },
        { day: '2026-11-20', name: 'robot', count: 1 },
        { day: '2026-11-20', name: 'stored', count: 2 },
      ])
    })

    test('stores rejected events without accepted ones, and removes old rejections', async () => {
      const store = await openStore()
      expect(await appendTo(store, [], { rejected: [rejection(noon)] })).toEqual([])
      expect(
        await appendTo(store, [], { rejected: [rejection(noon + 31 * day)], now: noon + 31 * day }),
      ).toEqual([])
    })
  })

  describe('a run', () => {
    const rejected = { status: 'rejected', code: 'run-too-long' }

    test('accepts 500 events of its visitor, across appends and processes, then only its order', async () => {
      const [one, other] = await pair()
      const runId = randomUUID()
      const steps = (count: number) => Array.from({ length: count }, () => newEvent({ runId }))
      const first = steps(300)
      await appendTo(one, first)
      const statuses = (await appendTo(other, steps(250))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 'stored')).toHaveLength(200)
      expect(await appendTo(one, [newEvent({ runId })])).toEqual([rejected])
      expect(await appendTo(one, [first[0]!, newEvent()])).toEqual([
        { status: 'duplicate', position: 1 },
        { status: 'stored', position: 501 },
      ])
      const complete = { runId, type: 'complete' as const, once: `order:${runId}` }
      expect(await appendTo(other, [newEvent(complete), newEvent(complete)])).toEqual([
        { status: 'stored', position: 502 },
        { status: 'duplicate', position: 502 },
      ])
      expect(await appendTo(one, [newEvent({ runId, type: 'lapsed' })])).toMatchObject([{ status: 'stored' }])
      expect(await eventsOf(one, runId)).toBe(502)
    })

    test('accepts a megabyte of its visitor’s rows, including personal values', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const big = () => newEvent({ runId, personal: { form: { vorname: '€'.repeat(50_000) } } })
      const statuses = (await appendTo(store, Array.from({ length: 8 }, big))).map(({ status }) => status)
      expect(statuses).toEqual([...Array(6).fill('stored'), 'rejected', 'rejected'])
      const [small] = await store.log.append({ events: [newEvent({ runId })] })
      expect(small).toMatchObject({ status: 'stored', bytes: expect.any(Number) as number })
    })

    test('that exceeds its limits is counted, and listed once per append among the rejections', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(
        store,
        Array.from({ length: 503 }, () => newEvent({ runId })),
      )
      expect(await store.log.counters('2026-11-20', '2026-11-20')).toEqual([
        { day: '2026-11-20', name: 'received', count: 503 },
        { day: '2026-11-20', name: 'rejected', count: 3 },
        { day: '2026-11-20', name: 'stored', count: 500 },
      ])
      expect(await store.log.rejections(0, noon + day, 9)).toMatchObject([
        { type: 'step', path: '', code: 'run-too-long', count: 1 },
      ])
      await appendTo(store, [newEvent({ runId })])
      expect(await store.log.rejections(0, noon + day, 9)).toMatchObject([{ count: 2 }])
    })
  })

  test('suppresses the same content by the store’s clock when no time is given', async () => {
    const store = await openStore()
    const append = (events: NewEvent[], dedupeWindowMs: number) =>
      store.log.append({ events, dedupeWindowMs })
    expect(await append([newEvent({ fingerprint: 'a' })], 60_000)).toMatchObject([{ status: 'stored' }])
    expect(await append([newEvent({ fingerprint: 'a' })], 60_000)).toMatchObject([
      { status: 'duplicate', position: 1 },
    ])
    const [today] = (await store.log.counters('2026-01-01', '9999-12-31')).map((counter) => counter.day)
    expect(Math.abs(Date.parse(today!) - Date.now())).toBeLessThan(2 * 86_400_000)
  })
}

async function eventsOf(store: Pick<Store, 'log'>, runId: string): Promise<number> {
  return (await store.log.readRun(runId)).length
}
