import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/event-log.ts'
import type { Expiry } from '#db/person-store.ts'
import type { OrderRow } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, day, fresh, newEvent, projectionCommit } from './setup.ts'

const from = (email: string, over: Partial<NewEvent> = {}) =>
  newEvent({ type: 'email', personal: { form: { email } }, ...over })

/** Positions whose personal values are still there, of all runs. */
async function kept(store: Store): Promise<number[]> {
  const runIds = new Set((await store.log.read(0, 1000)).map(({ runId }) => runId))
  const rows = await Promise.all([...runIds].map((runId) => store.vault.read(runId)))
  return rows
    .flat()
    .map(({ position }) => position)
    .sort((a, b) => a - b)
}

function orderRow(over: Partial<OrderRow> = {}): OrderRow {
  return {
    orderId: 'order-1',
    number: 'FL-1',
    runId: randomUUID(),
    funnel: 'anmeldung',
    at: noon,
    day: '2026-11-20',
    position: 1,
    priceCents: 4999,
    status: 'ordered',
    source: '(none)',
    ...over,
  }
}

/** An event with an address, of a run of its own. */
const at = (receivedAt: number, over: Partial<NewEvent> = {}) =>
  from('ada@example.org', { runId: randomUUID(), receivedAt, ...over })

export function peopleContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('a person', () => {
    test('is found by e-mail address in every run, and a run tells whether another address came later', async () => {
      const store = await openStore()
      const [mine, other, corrected] = [randomUUID(), randomUUID(), randomUUID()]
      await appendTo(store, [
        from('ada@example.org', { runId: corrected }),
        from('bob@example.org', { runId: other }),
        from('bob@example.org', { runId: mine }),
        from(' ADA@Example.org', { runId: mine }),
        from('ada@example.org', { runId: mine }),
        from('ada@example.net', { runId: corrected }),
        newEvent({ runId: corrected, personal: { form: { vorname: 'Ada' } } }),
      ])
      expect(await store.people.findRuns('ada@example.org')).toEqual([
        { runId: corrected, lastGiven: false },
        { runId: mine, lastGiven: true },
      ])
      expect(await store.people.findRuns('nobody@example.org')).toEqual([])
    })

    test('is erased up to a position: log and others untouched, not found any more', async () => {
      const [store, service] = await pair()
      const [mine, other] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        from('ada@example.org', { runId: mine }),
        from('bob@example.org', { runId: other }),
        newEvent({ runId: mine, personal: { form: { vorname: 'Ada' } } }),
        newEvent({ runId: mine }),
        newEvent({ runId: mine, personal: { form: { vorname: 'Ada again' } } }),
      ])
      const log = await store.log.read(0, 10)
      expect(await store.people.erase([{ runId: mine, upTo: 4 }])).toBe(2)
      expect(await kept(service)).toEqual([2, 5])
      expect(await service.people.findRuns('ada@example.org')).toEqual([])
      expect(await service.log.read(0, 10)).toEqual(log)
      expect(await store.people.erase([{ runId: mine, upTo: 4 }])).toBe(0)
      expect(await store.people.erase([])).toBe(0)
    })

    test('has orders that are found by number, and deliveries by run', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId }), newEvent(), newEvent({ runId })])
      const delivery = { endpoint: 'webhook', runId, eventType: 'step', webhookId: 'msg' }
      await store.projections.commit(
        projectionCommit({
          to: 3,
          orders: [orderRow({ runId })],
          deliveries: [
            { ...delivery, position: 3, sequence: 2 },
            { ...delivery, position: 1, sequence: 1 },
            { ...delivery, position: 2, sequence: 1, runId: randomUUID() },
            { ...delivery, position: 1, sequence: 1, endpoint: 'another' },
          ],
        }),
      )
      expect(await store.people.findOrder('FL-1')).toBe('order-1')
      expect(await store.people.findOrder('FL-2')).toBeUndefined()
      const deliveries = await store.people.deliveries('webhook', runId)
      expect(deliveries.map(({ position, sequence }) => [position, sequence])).toEqual([
        [1, 1],
        [3, 2],
      ])
    })

    test('an order of a generation that is not live is not found', async () => {
      const store = await openStore()
      await store.projections.commit(projectionCommit({ to: 0 }))
      const generation = await store.projections.begin()
      await store.projections.commit(projectionCommit({ generation, to: 0, orders: [orderRow()] }))
      expect(await store.people.findOrder('FL-1')).toBeUndefined()
    })
  })

  describe('the end of retention', () => {
    const expiry: Expiry = {
      after: 0,
      limit: 10,
      until: noon,
      silences: ['lapsed'],
      kept: { prefix: 'order:', until: noon - 10 * day },
    }

    test('comes for a run as a whole, after its last event', async () => {
      const store = await openStore()
      const [silent, young] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        at(noon - day, { runId: silent }),
        at(noon - day, { runId: young }),
        at(noon, { runId: silent }),
        newEvent({ runId: young, receivedAt: noon + 1 }),
      ])
      expect(await store.retention.expirePersonal(expiry)).toEqual({ removed: 2, next: null })
      expect(await kept(store)).toEqual([2])
    })

    test('is not put off by an event that tells of silence, however late it came', async () => {
      const store = await openStore()
      const [silent, back] = [randomUUID(), randomUUID()]
      const lapsed: Partial<NewEvent> = { type: 'lapsed', receivedAt: noon + 5 * day }
      await appendTo(store, [
        at(noon, { runId: silent }),
        at(noon - day, { runId: back }),
        newEvent({ ...lapsed, runId: silent }),
        newEvent({ ...lapsed, runId: back }),
        newEvent({ type: 'abandon', runId: back, receivedAt: noon + 6 * day }),
      ])
      // Who says that nothing tells of silence is not contradicted.
      expect(await store.retention.expirePersonal({ ...expiry, silences: [] })).toEqual({
        removed: 0,
        next: null,
      })
      expect(await store.retention.expirePersonal({ ...expiry, until: noon - 1 })).toEqual({
        removed: 0,
        next: null,
      })
      expect(await store.retention.expirePersonal(expiry)).toEqual({ removed: 1, next: null })
      expect(await kept(store)).toEqual([2])
    })

    test('comes later for a run that has a once-key of the prefix', async () => {
      const store = await openStore()
      const [ordered, long] = [randomUUID(), randomUUID()]
      await appendTo(store, [
        at(noon - 11 * day, { runId: long, once: `order:${long}` }),
        at(noon - 11 * day, { runId: ordered }),
        at(noon - 9 * day, { runId: ordered, once: `order:${ordered}` }),
        at(noon - 9 * day, { once: `other:${randomUUID()}` }),
      ])
      expect(await store.retention.expirePersonal(expiry)).toEqual({ removed: 2, next: null })
      expect(await kept(store)).toEqual([2, 3])
    })

    test('goes on where it stopped, and ends at what is too young', async () => {
      const store = await openStore()
      await appendTo(store, [
        at(noon),
        at(noon, { once: 'x' }),
        at(noon + day),
        at(noon + day),
        at(noon + day),
      ])
      const first = await store.retention.expirePersonal({ ...expiry, limit: 2 })
      expect(first).toEqual({ removed: 2, next: 2 })
      expect(await store.retention.expirePersonal({ ...expiry, limit: 2, after: 2 })).toEqual({
        removed: 0,
        next: null,
      })
      expect(await kept(store)).toEqual([3, 4, 5])
    })

    test('comes for rejected events, the oldest first', async () => {
      const store = await openStore()
      const rejected = [noon - 2, noon - 1, noon, noon + 1].map((receivedAt) => {
        return { receivedAt, type: 'step', funnel: null, issues: [] }
      })
      await appendTo(store, [], { rejected })
      expect(await store.retention.expireRejected(noon, 2)).toBe(2)
      expect(await store.retention.expireRejected(noon, 2)).toBe(1)
      expect(await store.retention.expireRejected(noon, 2)).toBe(0)
    })
  })
}
