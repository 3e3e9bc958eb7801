import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, appendTo, testStores, newEvent, projectionCommit } from '#tests/db/contract/setup.ts'

const from = (email: string, over: Partial<NewEvent> = {}) =>
  newEvent({ type: 'email', personal: { form: { email } }, ...over })

/** Returns the positions at which runs still have personal values. */
async function kept(store: Store): Promise<number[]> {
  const runIds = new Set((await store.log.read(0, 1000)).map(({ runId }) => runId))
  const rows = await Promise.all([...runIds].map((runId) => store.vault.read(runId)))
  return rows
    .flat()
    .map(({ position }) => position)
    .sort((a, b) => a - b)
}

const ordered = (runId: string) => newEvent({ runId, once: `order:${runId}` }, 'complete')

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
    visitor: 'person',
    netCents: 0,
    payment: 'none',
    lastPosition: 1,
    paidAt: null,
    startFunnel: 'anmeldung',
    startDay: '2026-11-20',
    work: null,
    ...over,
  }
}

export function peopleContract(open: OpenStore) {
  const { store: openStore, pair } = testStores(open)

  describe('a person', () => {
    test('is found by e-mail address in every run, even if another address was entered later', async () => {
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
        { runId: corrected, isLatestEmail: false },
        { runId: mine, isLatestEmail: true },
      ])
      expect(await store.people.findRuns('nobody@example.org')).toEqual([])
    })

    test('is found by e-mail address only in runs with an order, for any number of drafts', async () => {
      const store = await openStore()
      const [mine, another, other] = [randomUUID(), randomUUID(), randomUUID()]
      const draft = () => from('ada@example.org', { runId: randomUUID() })
      await appendTo(store, [
        ...Array.from({ length: 400 }, draft),
        from('ADA@Example.org', { runId: mine }),
        from('ada@example.org', { runId: mine }),
        ordered(mine),
        from('bob@example.org', { runId: other }),
        ordered(other),
        from('ada@example.org', { runId: another }),
        from('bob@example.org', { runId: another }),
        ordered(another),
        ...Array.from({ length: 400 }, draft),
      ])
      const found = await store.people.findOrderedRuns('ada@example.org', 101)
      expect(found).toHaveLength(2)
      expect(new Set(found)).toEqual(new Set([mine, another]))
      expect(await store.people.findOrderedRuns('Ada@example.org', 1)).toHaveLength(1)
      expect(await store.people.findOrderedRuns('nobody@example.org', 101)).toEqual([])
    })

    test('is erased up to a position and no longer found, while the log and others are unchanged', async () => {
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

    test('has orders that are found by number, and messages by run', async () => {
      const store = await openStore()
      const runId = randomUUID()
      await appendTo(store, [newEvent({ runId }), newEvent(), newEvent({ runId })])
      const message = { destination: 'webhook', runId, eventType: 'step', messageId: 'msg' } as const
      await store.projections.commit(
        projectionCommit({
          to: 3,
          orders: [orderRow({ runId })],
          messages: [
            { ...message, position: 3, sequence: 2 },
            { ...message, position: 1, sequence: 1 },
            { ...message, position: 2, sequence: 1, runId: randomUUID() },
            { ...message, position: 1, sequence: 1, destination: 'conversions' },
          ],
        }),
      )
      expect(await store.people.findOrder('FL-1')).toBe('order-1')
      expect(await store.people.findOrder('FL-2')).toBeUndefined()
      const messages = await store.people.messages(runId)
      expect(messages.map(({ position, destination }) => [position, destination])).toEqual([
        [1, 'conversions'],
        [1, 'webhook'],
        [3, 'webhook'],
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
}
