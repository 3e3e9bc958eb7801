import { describe, expect, test } from 'vitest'
import type { NewOperationalEvent, OperationalEventType } from '#domain/operations/operational-event.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, newEvent, second, testStores } from '#tests/db/contract/setup.ts'

const types: OperationalEventType[] = ['released', 'receiver_stopped', 'receiver_resumed']

const release = (version: string, over: { once?: string; day?: string } = {}): NewOperationalEvent => ({
  type: 'released',
  once: `released:${version}`,
  data: { version },
  ...over,
})

const stopped = (destination: string): NewOperationalEvent => ({
  type: 'receiver_stopped',
  once: `receiver_stopped:${destination}:${noon}`,
  data: { destination, stoppedAt: noon },
})

const readAll = ({ operations }: Store, upTo?: number) =>
  operations.read({ types, limit: 1000, ...(upTo !== undefined && { upTo }) })

export function operationalEventsContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('operational events', () => {
    test('share the positions of the log with the events of runs', async () => {
      const store = await openStore()
      expect(await store.operations.append(release('1'), noon)).toEqual({ status: 'stored', position: 1 })
      expect(await appendTo(store, [newEvent(), newEvent()])).toMatchObject([
        { position: 2 },
        { position: 3 },
      ])
      expect(await store.operations.append(stopped('webhook'), noon)).toEqual({
        status: 'stored',
        position: 4,
      })
      expect(await appendTo(store, [newEvent()])).toMatchObject([{ position: 5 }])
      expect(await store.log.head()).toBe(5)
      expect((await store.log.read(0, 10)).map(({ position }) => position)).toEqual([2, 3, 5])
      expect(await readAll(store)).toEqual([
        { ...release('1'), position: 1, day: '2026-11-20', at: noon },
        { ...stopped('webhook'), position: 4, day: '2026-11-20', at: noon },
      ])
    })

    test('are stored once per key, and a repeat returns the first position', async () => {
      const [one, other] = await pair()
      await one.operations.append(release('1'))
      await appendTo(one, [newEvent()])
      expect(await other.operations.append(release('1'))).toEqual({ status: 'duplicate', position: 1 })
      expect(await readAll(other)).toHaveLength(1)
      expect(await other.log.head()).toBe(2)
    })

    test('leave no gaps when two processes append both kinds at the same time', async () => {
      const [one, other] = await pair()
      const results = await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const store = index % 2 ? one : other
          if (index % 3)
            return (await appendTo(store, [newEvent(), newEvent()])).map(({ position }) => position)
          // Two processes append each of these events, as two replicas that start together do.
          const result = await store.operations.append(release(String(Math.floor(index / 6))))
          return result.status === 'stored' ? [result.position] : []
        }),
      )
      const given = results.flat().toSorted((a, b) => a - b)
      expect(given).toEqual(Array.from({ length: 90 }, (_, index) => index + 1))
      const events = (await one.log.read(0, 1000)).map(({ position }) => position)
      const own = (await readAll(one)).map(({ position }) => position)
      expect(own).toHaveLength(10)
      expect([...events, ...own].toSorted((a, b) => a - b)).toEqual(given)
    })

    test('are read by type, day, position and number, in log order', async () => {
      const store = await openStore()
      await store.operations.append(release('1', { day: '2026-11-02' }), noon)
      await store.operations.append(release('2', { day: '2026-11-01' }), noon + day)
      await store.operations.append(stopped('webhook'), noon + 2 * day)
      const read = async (query: Partial<Parameters<Store['operations']['read']>[0]>) =>
        (await store.operations.read({ types, limit: 10, ...query })).map(({ position }) => position)
      expect(await read({})).toEqual([1, 2, 3])
      expect(await read({ types: ['released'] })).toEqual([1, 2])
      expect(await read({ types: [] })).toEqual([])
      expect(await read({ days: { from: '2026-11-02', to: '2026-11-22' } })).toEqual([1, 3])
      expect(await read({ upTo: 2 })).toEqual([1, 2])
      expect(await read({ limit: 2 })).toEqual([2, 3])
    })

    test('are appended together or not at all', async () => {
      const store = await openStore()
      await store.operations.append(release('1', { day: '2026-11-02' }), noon)
      const together = [release('2', { day: '2026-11-03' }), stopped('webhook'), release('3')]
      expect(await store.operations.appendAll(together, noon)).toEqual({ status: 'stored', position: 4 })
      expect((await readAll(store)).slice(1)).toEqual([
        { ...together[0], position: 2, day: '2026-11-03', at: noon },
        { ...together[1], position: 3, day: '2026-11-20', at: noon },
        { ...together[2], position: 4, day: '2026-11-20', at: noon },
      ])
      expect(await store.operations.appendAll([release('4'), release('2'), release('5')])).toEqual({
        status: 'duplicate',
        position: 2,
      })
      expect(await store.log.head()).toBe(4)
      expect(await appendTo(store, [newEvent()])).toMatchObject([{ position: 5 }])
      await expect(store.operations.appendAll([])).rejects.toThrow('no events to append')
    })

    test('are stored by the clock of the store, on its Berlin day', async () => {
      const store = await openStore()
      const before = store.now()
      await store.operations.append(release('1'))
      const [event] = await readAll(store)
      expect(event!.at).toBeGreaterThanOrEqual(before - second)
      expect(event!.at).toBeLessThanOrEqual(store.now() + second)
      await store.operations.append(release('2'), Date.parse('2026-11-20T23:30:00Z'))
      expect((await readAll(store))[1]).toMatchObject({ day: '2026-11-21' })
    })

    test('are part of the times of positions', async () => {
      const store = await openStore()
      await store.operations.append(release('1'), noon)
      await appendTo(store, [newEvent({ receivedAt: noon + 300 * second })])
      await store.operations.append(release('2'), noon + 600 * second)
      await store.operations.append(release('3'), noon + 900 * second)
      const position = (seconds: number) => store.log.positionAt(noon + seconds * second)
      expect(await Promise.all([-1, 0, 299, 300, 599, 600, 899, 900, 9000].map(position))).toEqual([
        0, 1, 1, 2, 2, 3, 3, 4, 4,
      ])
      expect(await Promise.all([0, 1, 2, 4, 5].map((at) => store.log.timeAt(at)))).toEqual([
        undefined,
        noon,
        noon + 300 * second,
        noon + 900 * second,
        undefined,
      ])
    })

    test('tell a reader up to which position there is no event', async () => {
      const store = await openStore()
      expect(await store.log.emptyUpTo(0)).toBe(0)
      await store.operations.append(release('1'))
      await store.operations.append(release('2'))
      expect(await store.log.emptyUpTo(0)).toBe(2)
      await appendTo(store, [newEvent()])
      await store.operations.append(release('3'))
      expect(await Promise.all([0, 1, 2, 3, 4].map((after) => store.log.emptyUpTo(after)))).toEqual([
        2, 2, 2, 4, 4,
      ])
    })
  })
}
