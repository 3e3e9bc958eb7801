import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Numbering } from '#db/ports/new-event-row.ts'
import type { Store } from '#db/ports/store.ts'
import { type OpenStore, appendTo, newEvent, testStores } from '#tests/db/contract/setup.ts'

function numbered(over: Partial<Numbering> = {}, once = `order-change:${randomUUID()}:1`): NewEvent {
  const numbering = { range: 'invoice' as const, year: 2026, ...over }
  const type = numbering.range === 'invoice' ? 'invoiced' : 'credited'
  return { ...newEvent({ type, runId: randomUUID(), once, data: { orderId: 'o', number: '' } }), numbering }
}

async function give(store: Store, ...events: NewEvent[]): Promise<(string | undefined)[]> {
  return (await store.log.append({ events })).map((one) => ('number' in one ? one.number : undefined))
}

export function numberingContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('numbers', () => {
    test('count from 1 in each range and year, and are part of the stored event', async () => {
      const store = await openStore()
      await appendTo(store, [newEvent()])
      expect(await give(store, numbered(), numbered())).toEqual(['RE-2026-00001', 'RE-2026-00002'])
      expect(
        await give(store, numbered({ range: 'cancellation' }), numbered({ year: 2027 }), numbered()),
      ).toEqual(['ST-2026-00001', 'RE-2027-00001', 'RE-2026-00003'])
      const events = await store.log.read(1, 9)
      expect(events.map(({ data }) => data)).toEqual(
        ['RE-2026-00001', 'RE-2026-00002', 'ST-2026-00001', 'RE-2027-00001', 'RE-2026-00003'].map(
          (number) => ({ orderId: 'o', number }),
        ),
      )
    })

    test('are taken only by events that are stored', async () => {
      const store = await openStore()
      expect(await give(store, numbered({}, 'once'), numbered({}, 'once'))).toEqual([
        'RE-2026-00001',
        undefined,
      ])
      expect(await give(store, numbered({}, 'once'))).toEqual([undefined])
      expect(await give(store, numbered())).toEqual(['RE-2026-00002'])
    })

    test('are never those of the journal, except for the event that had the number', async () => {
      const store = await openStore()
      await give(store, numbered())
      expect(await give(store, numbered({ after: 7, number: 'RE-2026-00004' }))).toEqual(['RE-2026-00004'])
      expect(await give(store, numbered({ after: 7 }))).toEqual(['RE-2026-00008'])
      expect(await give(store, numbered({ after: 3 }))).toEqual(['RE-2026-00009'])
      expect(await give(store, numbered({ number: 'RE-2026-00012' }))).toEqual(['RE-2026-00012'])
      expect(await give(store, numbered())).toEqual(['RE-2026-00013'])
    })

    test('have neither gaps nor repetitions when two processes compete for them and for orders', async () => {
      const stores = await pair()
      const orders = Array.from({ length: 40 }, (_, index) => `order-change:${index}:1`)
      const given = await Promise.all(
        orders.flatMap((once) => stores.map((store) => give(store, numbered({}, once)))),
      )
      const numbers = given.flat().filter((number) => number !== undefined)
      expect(numbers.toSorted()).toEqual(
        orders.map((_, index) => `RE-2026-${String(index + 1).padStart(5, '0')}`),
      )
    })
  })
}
