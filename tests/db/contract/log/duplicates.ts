import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { noon } from '#tests/build-events.ts'
import {
  type OpenStore,
  appendTo,
  day,
  testStores,
  newEvent,
  second,
  windowMs,
} from '#tests/db/contract/setup.ts'

const stored = (position: number) => ({ status: 'stored', position })
const duplicate = (position: number) => ({ status: 'duplicate', position })
const hour = 3600 * second

const same = () => newEvent({ fingerprint: 'a' })
const order = (over = {}) => newEvent({ type: 'complete', once: 'order:run', ...over })

export function duplicatesContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('an event id', () => {
    test('is stored once, permanently, and a repeat returns the first position', async () => {
      const store = await openStore()
      const event = newEvent({ fingerprint: 'a' })
      await appendTo(store, [newEvent(), event])
      expect(await appendTo(store, [event])).toEqual([duplicate(2)])
      expect(await appendTo(store, [event], { now: noon + 400 * day })).toEqual([duplicate(2)])
    })

    test('that occurs twice in one batch is stored once', async () => {
      const store = await openStore()
      const event = newEvent()
      expect(await appendTo(store, [event, newEvent(), event])).toEqual([stored(1), stored(2), duplicate(1)])
    })

    test('sent to two processes at once is stored once', async () => {
      const [one, other] = await pair()
      const events = Array.from({ length: 20 }, () => newEvent())
      const results = await Promise.all(
        events.flatMap((event) => [appendTo(one, [event]), appendTo(other, [event])]),
      )
      expect(results.flat().filter(({ status }) => status === 'stored')).toHaveLength(20)
      expect(await one.log.head()).toBe(20)
    })

    test('that is known does not affect the other events of its batch', async () => {
      const store = await openStore()
      const [a, b, c] = [newEvent(), newEvent(), newEvent()]
      await appendTo(store, [b])
      expect(await appendTo(store, [a, b, c])).toEqual([stored(2), duplicate(1), stored(3)])
    })

    test('that repeats does not claim its content again', async () => {
      const store = await openStore()
      const event = newEvent({ fingerprint: 'a' })
      await appendTo(store, [event])
      await appendTo(store, [event], { now: noon + windowMs })
      const later = { now: noon + windowMs + 1 }
      expect(await appendTo(store, [newEvent({ fingerprint: 'a' })], later)).toEqual([stored(2)])
    })
  })

  describe('the same content', () => {
    test('is suppressed inside the window, and the window ends on time', async () => {
      const store = await openStore()
      await appendTo(store, [same()])
      expect(await appendTo(store, [same()], { now: noon + windowMs - 1 })).toEqual([duplicate(1)])
      expect(await appendTo(store, [same()], { now: noon + windowMs })).toEqual([stored(2)])
      expect(await appendTo(store, [same()], { now: noon + 2 * windowMs - 1 })).toEqual([duplicate(2)])
    })

    test('is not suppressed longer because it is repeated', async () => {
      const store = await openStore()
      await appendTo(store, [same()])
      await appendTo(store, [same()], { now: noon + 20 * second })
      expect(await appendTo(store, [same()], { now: noon + windowMs })).toEqual([stored(2)])
    })

    test('is suppressed within one batch, whether or not it was stored before', async () => {
      const store = await openStore()
      expect(await appendTo(store, [same(), newEvent({ fingerprint: 'b' }), same()])).toEqual([
        stored(1),
        stored(2),
        duplicate(1),
      ])
      expect(await appendTo(store, [same(), same()])).toEqual([duplicate(1), duplicate(1)])
    })

    test('is stored again while the window is off', async () => {
      const store = await openStore()
      expect(await appendTo(store, [same(), same()], { dedupeWindowMs: 0 })).toEqual([stored(1), stored(2)])
    })

    test('is not suppressed for hours because the clock was set back', async () => {
      const store = await openStore()
      await appendTo(store, [same()], { now: noon + hour })
      expect(await appendTo(store, [same()], { now: noon })).toEqual([stored(2)])
      expect(await appendTo(store, [same()], { now: noon + windowMs - 1 })).toEqual([duplicate(2)])
    })

    test('is suppressed only if the events have a fingerprint', async () => {
      const store = await openStore()
      expect(await appendTo(store, [newEvent(), newEvent()])).toEqual([stored(1), stored(2)])
    })

    test('sent to two processes at once is stored once', async () => {
      const [one, other] = await pair()
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => appendTo(index % 2 ? one : other, [same()])),
      )
      expect(results.flat().filter(({ status }) => status === 'stored')).toHaveLength(1)
    })

    test('stays suppressed while the service appends many other events', async () => {
      const store = await openStore()
      await appendTo(store, [same()])
      for (let append = 0; append < 45; append += 1)
        await appendTo(store, [newEvent({ type: 'lapsed' })], { dedupeWindowMs: 0, now: noon + append })
      expect(await appendTo(store, [same()], { now: noon + second })).toEqual([duplicate(1)])
    })

    test('is still recognised after thousands of other contents were stored and expired', async () => {
      const store = await openStore()
      for (let batch = 0; batch < 20; batch += 1) {
        const events = Array.from({ length: 50 }, (_, index) =>
          newEvent({ fingerprint: `${batch}:${index}`, runId: randomUUID() }),
        )
        await appendTo(store, events, { now: noon + batch * 10 * second })
      }
      const again = ['19:7', '16:0'].map((fingerprint) => newEvent({ fingerprint, runId: randomUUID() }))
      expect(await appendTo(store, again, { now: noon + 190 * second })).toEqual([
        duplicate(958),
        stored(1001),
      ])
    })
  })

  describe('a suppressed id', () => {
    test('is a duplicate when it is retried after the window, for 7 days', async () => {
      const store = await openStore()
      const suppressed = newEvent({ fingerprint: 'a' })
      await appendTo(store, [newEvent({ fingerprint: 'a' }), suppressed])
      expect(await appendTo(store, [suppressed], { now: noon + hour })).toEqual([duplicate(1)])
      expect(await appendTo(store, [suppressed], { now: noon + 7 * day - 1 })).toEqual([duplicate(1)])
      expect(await appendTo(store, [suppressed], { now: noon + 7 * day })).toEqual([stored(2)])
    })

    test('is forgotten after 7 days, even if many others were suppressed meanwhile', async () => {
      const store = await openStore()
      const suppressed = Array.from({ length: 2500 }, same)
      for (let from = 0; from < 2500; from += 500)
        await appendTo(store, [same(), ...suppressed.slice(from, from + 500)])
      for (let append = 0; append < 20; append += 1)
        await appendTo(store, [newEvent()], { now: noon + 7 * day })
      const left = await Promise.all(suppressed.map(({ id }) => store.log.find({ id })))
      expect(left.filter((event) => event !== undefined).length).toBeLessThanOrEqual(1)
    })

    test('finds the event that it repeats', async () => {
      const store = await openStore()
      const [first, suppressed] = [newEvent({ fingerprint: 'a' }), newEvent({ fingerprint: 'a' })]
      await appendTo(store, [first, suppressed])
      expect(await store.log.find({ id: suppressed.id })).toEqual({ ...without(first), position: 1 })
      expect(await store.log.find({ id: first.id })).toEqual({ ...without(first), position: 1 })
    })
  })

  describe('a once-key', () => {
    test('admits one event, permanently, also within a batch', async () => {
      const store = await openStore()
      const first = order({ fingerprint: 'a' })
      expect(await appendTo(store, [newEvent(), first, order({ fingerprint: 'b' })])).toEqual([
        stored(1),
        stored(2),
        duplicate(2),
      ])
      expect(await appendTo(store, [order({ fingerprint: 'c' })], { now: noon + 400 * day })).toEqual([
        duplicate(2),
      ])
      expect(await store.log.find({ once: 'order:run' })).toEqual({ ...without(first), position: 2 })
    })

    test('of another run admits another event', async () => {
      const store = await openStore()
      expect(await appendTo(store, [order(), order({ once: `order:${randomUUID()}` })])).toEqual([
        stored(1),
        stored(2),
      ])
    })

    test('is not claimed by a suppressed event', async () => {
      const store = await openStore()
      await appendTo(store, [newEvent({ fingerprint: 'a' })])
      expect(await appendTo(store, [order({ fingerprint: 'a' })])).toEqual([duplicate(1)])
      expect(await appendTo(store, [order({ fingerprint: 'b' })])).toEqual([stored(2)])
    })
  })
}

/** Returns an event as the log returns it, without the members that only the append needs. */
function without<Event extends { fingerprint?: string; once?: string; personal?: unknown }>(event: Event) {
  const { fingerprint: _f, once: _o, personal: _p, ...rest } = event
  return rest
}
