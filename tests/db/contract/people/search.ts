import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, newEvent, testStores } from '#tests/db/contract/setup.ts'
import { expiry } from './retention.ts'

type Form = Record<string, string>

const customer = { vorname: 'Łucja Anna', nachname: 'Müller-Zwiebelturm', email: 'lucja@example.org' }

function order(form: Form, runId: string = randomUUID(), over: Partial<NewEvent> = {}) {
  return newEvent({ type: 'complete', runId, at: noon, personal: { form }, once: `order:${runId}`, ...over })
}

export function searchContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('an order', () => {
    test.each([
      [['łucja']],
      [['ŁUCJA', 'Zwiebelturm']],
      [['Müller-Zwiebelturm']],
      [['mu\u0308ller']],
      [['Lucja@Example.org', 'anna']],
    ])('is found by %j', async (words) => {
      const store = await openStore()
      const [mine] = [order(customer), order({ ...customer, vorname: 'Bo', nachname: 'Li', email: 'b@b.de' })]
      await appendTo(store, [mine, order({ vorname: 'Bo', nachname: 'Li', email: 'bo@example.org' })])
      expect(await store.people.searchOrders(words, 10)).toEqual([mine.id])
    })

    test.each([[['luc']], [['łucja', 'li']], [['lucja']], [['łucja@example.org']], [[]], [[' - ']]])(
      'is not found by %j',
      async (words) => {
        const store = await openStore()
        await appendTo(store, [order(customer), order({ vorname: 'Bo', nachname: 'Li' })])
        expect(await store.people.searchOrders(words, 10)).toEqual([])
      },
    )

    test('is found only if it was placed, the newest first and up to a limit', async () => {
      const [store, other] = await pair()
      const draft = () => newEvent({ runId: randomUUID(), personal: { form: customer } })
      const orders = [order(customer), order(customer), order(customer)]
      await appendTo(store, [draft(), ...orders, draft()])
      const newest = orders.map(({ id }) => id).toReversed()
      expect(await other.people.searchOrders(['lucja@example.org'], 10)).toEqual(newest)
      expect(await other.people.searchOrders(['anna'], 2)).toEqual(newest.slice(0, 2))
    })

    test('is found by its names before and after a change', async () => {
      const store = await openStore()
      const runId = randomUUID()
      const placed = order(customer, runId)
      const amended = newEvent({
        type: 'amended',
        runId,
        personal: { form: { ...customer, nachname: 'Öztürk' } },
      })
      await appendTo(store, [placed, amended])
      for (const word of ['öztürk', 'zwiebelturm'])
        expect(await store.people.searchOrders(['łucja', word], 10)).toEqual([placed.id])
    })

    test('is no longer found by names or address after its erasure', async () => {
      const store = await openStore()
      const [runId, other] = [randomUUID(), randomUUID()]
      const kept = order(customer, other)
      await appendTo(store, [order(customer, runId), kept])
      await store.people.erase([{ runId, upTo: 2 }])
      for (const word of ['anna', customer.email])
        expect(await store.people.searchOrders([word], 10)).toEqual([kept.id])
    })

    test('is no longer found by names or address after its retention', async () => {
      const store = await openStore()
      await appendTo(store, [order(customer)])
      await store.retention.expirePersonal({ ...expiry, now: noon + 40 * day })
      for (const word of ['anna', customer.email])
        expect(await store.people.searchOrders([word], 10)).toEqual([])
    })
  })
}
