import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, fresh, newEvent } from './setup.ts'

const rejection = (receivedAt: number) => ({
  receivedAt,
  type: 'step',
  funnel: null,
  issues: [{ path: 'data.seconds', code: 'invalid_type' }],
})

export function appendContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('the log', () => {
    test('gives back what was appended, in order', async () => {
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

    test('has no gaps under concurrent appends of two processes, also beside duplicates', async () => {
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

    test('reads some runs up to a position, in the order of the log', async () => {
      const store = await openStore()
      const [one, other] = [randomUUID(), randomUUID()]
      const runIds = [one, other, randomUUID(), one, other]
      await appendTo(
        store,
        runIds.map((runId) => newEvent({ runId })),
      )
      const positions = async (...read: Parameters<typeof store.log.readRuns>) =>
        (await store.log.readRuns(...read)).map(({ position }) => position)
      expect(await positions([one, other], 9)).toEqual([1, 2, 4, 5])
      expect(await positions([other, one, 'unknown'], 4)).toEqual([1, 2, 4])
      expect(await positions([], 9)).toEqual([])
    })

    test('keeps nothing of an append that fails in the middle', async () => {
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
      // A minute before and at midnight in Berlin, which is 23:00 UTC.
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

    test('tells why events were refused, the most frequent reason first', async () => {
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

    test('counts what robots sent beside what is stored, a repeat of it only once', async () => {
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

    test('takes rejected events alone, and lets the old ones go', async () => {
      const store = await openStore()
      expect(await appendTo(store, [], { rejected: [rejection(noon)] })).toEqual([])
      expect(
        await appendTo(store, [], { rejected: [rejection(noon + 31 * day)], now: noon + 31 * day }),
      ).toEqual([])
    })
  })
}
