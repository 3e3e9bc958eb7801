import { describe, expect, test } from 'vitest'
import type { SinceQuery } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { order } from './projections.ts'
import {
  type OpenStore,
  appendTo,
  testStores,
  newEvent,
  projectionCommit,
  runRow,
} from '#tests/db/contract/setup.ts'

/** Appends one event for each of these runs, in this order. */
async function append(store: Store, ...runIds: string[]): Promise<void> {
  await appendTo(
    store,
    runIds.map((runId) => newEvent({ id: crypto.randomUUID(), runId })),
  )
}

const run = (runId: string, lastPosition: number, over = {}) => runRow({ runId, lastPosition, ...over })

async function fill(store: Store) {
  // Positions:        1      2        3        4      5      6        7
  await append(store, 'old', 'known', 'robot', 'new', 'new', 'other', 'known')
  const state = { order: { position: 7 } }
  const runs = [
    run('old', 1),
    run('known', 7, { status: 'completed', state }),
    run('robot', 3, { measures: [] }),
    run('new', 5, { day: '2026-11-21' }),
    run('other', 6, { funnel: 'abmeldung' }),
  ]
  const orders = [{ ...order, runId: 'known', position: 7, lastPosition: 7, day: '2026-11-22' }]
  await store.projections.commit(projectionCommit({ to: 7, runs, orders }))
}

export function sinceContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('changes since a position', () => {
    test('lists the resumed runs with their positions, for every chunk size', async () => {
      const store = await openStore()
      // Positions:        1       2       3      4       5       6          7      8
      await append(store, 'late', 'known', 'new', 'known', 'late', 'excluded', 'new', 'known')
      const runs = [run('late', 5), run('known', 8), run('new', 7)]
      await store.projections.commit(projectionCommit({ to: 8, runs }))
      for (const size of [1, 2, 3, 100]) {
        const found = []
        for (let after = 2; after < 8; after += size)
          found.push(
            ...(await store.projections.resumedRuns({ asOf: 2, after, upTo: Math.min(after + size, 8) })),
          )
        expect(found).toEqual([
          { runId: 'known', resumedAt: 4 },
          { runId: 'late', resumedAt: 5 },
        ])
      }
      expect(await store.projections.resumedRuns({ asOf: 5, after: 5, upTo: 6 })).toEqual([])
    })

    const november = { from: '2026-11-01', to: '2026-11-30' }
    const none = { events: 0, newRuns: 0, resumedRuns: 0, newOrders: 0 }

    test.each<[string, Partial<SinceQuery>, object]>([
      ['all of them', {}, { events: 4, newRuns: 2, resumedRuns: 1, newOrders: 1 }],
      ['up to an earlier position', { upTo: 5 }, { ...none, events: 2, newRuns: 1 }],
      ['none when nothing has happened', { asOf: 7 }, none],
      ['of one day', { to: '2026-11-20' }, { events: 2, newRuns: 1, resumedRuns: 1, newOrders: 1 }],
      ['of one funnel', { funnel: 'abmeldung' }, { ...none, events: 1, newRuns: 1 }],
      ['of runs that ordered', { countedBy: 'order' }, { ...none, events: 1, resumedRuns: 1, newOrders: 1 }],
      ['of runs that ordered on other days', { countedBy: 'order', to: '2026-11-21' }, none],
      ['of orders of another funnel', { countedBy: 'order', funnel: 'abmeldung' }, none],
    ])('are counted: %s', async (_, over, expected) => {
      const store = await openStore()
      await fill(store)
      const query: SinceQuery = { asOf: 3, upTo: 7, ...november, countedBy: 'start', ...over }
      expect(await store.projections.countSince(query)).toEqual(expected)
    })

    test('have happened to runs of certain days and orders of certain days', async () => {
      const store = await openStore()
      await fill(store)
      const orders = [
        { ...order, runId: 'new', orderId: 'o2', position: 8, lastPosition: 8, startDay: '2026-11-21' },
      ]
      const runs = [run('new', 8, { day: '2026-11-21' })]
      await store.projections.commit(projectionCommit({ from: 7, to: 8, runs, orders }))
      const daysSince = (asOf: number, over: Partial<SinceQuery> = {}) =>
        store.projections.changedDays({ asOf, upTo: 8, ...november, countedBy: 'start', ...over })
      expect(await daysSince(6)).toEqual(['2026-11-20', '2026-11-21'])
      expect(await daysSince(7)).toEqual(['2026-11-21'])
      expect(await daysSince(7, { to: '2026-11-20' })).toEqual([])
      expect(await daysSince(6, { countedBy: 'order' })).toEqual(['2026-11-20', '2026-11-22'])
      expect(await daysSince(6, { countedBy: 'order', from: '2026-11-21' })).toEqual(['2026-11-22'])
      expect(await daysSince(7, { countedBy: 'order' })).toEqual(['2026-11-20'])
      expect(await daysSince(8)).toEqual([])
    })
  })
}
