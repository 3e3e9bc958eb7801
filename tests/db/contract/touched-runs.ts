import { describe, expect, test } from 'vitest'
import type { NewestDayQuery, TouchedQuery } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import { order } from './projections.ts'
import { type OpenStore, appendTo, fresh, newEvent, projectionCommit, readRun, runRow } from './setup.ts'

/** Puts an event of each of these runs into the log, in this order. */
async function append(store: Store, ...runIds: string[]): Promise<void> {
  await appendTo(
    store,
    runIds.map((runId) => newEvent({ id: crypto.randomUUID(), runId })),
  )
}

const run = (runId: string, lastPosition: number, over = {}) => runRow({ runId, lastPosition, ...over })

const asked = { from: '2026-11-20', to: '2026-11-20' }

/** As a scan asks: all pieces of a stretch, one after the other. */
async function touched(store: Store, query: Omit<TouchedQuery, 'after' | 'upTo'>, size: number) {
  const pieces = []
  for (let after = query.from; after < query.to; after += size)
    pieces.push(
      await store.projections.touchedRuns({ ...query, after, upTo: Math.min(after + size, query.to) }),
    )
  return {
    runs: pieces.flatMap(({ runs }) => runs).toSorted((a, b) => (a.row.runId < b.row.runId ? -1 : 1)),
    others: pieces
      .flatMap(({ others }) => others)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    beyond: [...new Set(pieces.flatMap(({ beyond }) => beyond))].toSorted(),
  }
}

export function touchedRunsContract(open: OpenStore) {
  const { store: openStore } = fresh(open)

  describe('the runs that were touched behind a position', () => {
    test.each([1, 2, 3, 100])('are each told once, with the events since, in pieces of %i', async (size) => {
      const store = await openStore()
      //                   1      2        3      4      5      6        7      8        9       10
      await append(store, 'old', 'known', 'new', 'new', 'far', 'known', 'new', 'robot', 'far', 'old')
      const runs = [
        run('old', 10),
        run('known', 6, { day: '2026-11-01' }),
        run('new', 7),
        run('far', 9, { day: '2026-11-21' }),
        run('robot', 8, { measures: [] }),
      ]
      await store.projections.commit(projectionCommit({ to: 10, runs }))
      const [, known, added] = runs.map(readRun)
      expect(await touched(store, { from: 2, to: 9, asked }, size)).toEqual({
        runs: [
          { row: known, events: 1, known: true },
          { row: added, events: 3, known: false },
        ],
        others: [
          {
            funnel: 'anmeldung',
            day: '2026-11-21',
            orderFunnel: null,
            orderDay: null,
            runs: 1,
            events: 2,
          },
        ],
        beyond: [],
      })
      // One that has gone on beyond the end is told by its id alone.
      expect(await touched(store, { from: 0, to: 6, asked }, size)).toMatchObject({
        runs: [],
        others: [{ day: '2026-11-01', runs: 1, events: 2 }],
        beyond: ['far', 'new', 'old'],
      })
    })

    test('are those of the funnel and the days that were asked for, and sums of the others with their orders', async () => {
      const store = await openStore()
      await append(store, 'a', 'b', 'c', 'd')
      const state = { order: { id: order.orderId } }
      const runs = [
        runRow({ runId: 'a', lastPosition: 1, status: 'completed', state }),
        runRow({ runId: 'b', lastPosition: 2, funnel: 'abmeldung' }),
        runRow({ runId: 'c', lastPosition: 3 }),
        runRow({ runId: 'd', lastPosition: 4, funnel: 'abmeldung', day: '2026-11-19' }),
      ]
      const orders = [{ ...order, runId: 'a', day: '2026-11-21' }]
      await store.projections.commit(projectionCommit({ to: 4, runs, orders }))
      const ofDeregistration = { from: 0, to: 4, asked: { ...asked, funnel: 'abmeldung' } }
      expect(await touched(store, ofDeregistration, 100)).toEqual({
        runs: [{ row: readRun(runs[1]!), events: 1, known: false }],
        others: [
          { funnel: 'abmeldung', day: '2026-11-19', orderFunnel: null, orderDay: null, runs: 1, events: 1 },
          {
            funnel: 'anmeldung',
            day: '2026-11-20',
            orderFunnel: 'anmeldung',
            orderDay: '2026-11-21',
            runs: 1,
            events: 1,
          },
          { funnel: 'anmeldung', day: '2026-11-20', orderFunnel: null, orderDay: null, runs: 1, events: 1 },
        ],
        beyond: [],
      })
    })
  })

  test('the newest day with runs is told, and whether one of them has been left alone since', async () => {
    const store = await openStore()
    const runs = [
      runRow({ day: '2026-11-19', lastPosition: 9 }),
      runRow({ day: '2026-11-19', lastPosition: 3 }),
      runRow({ day: '2026-11-21', lastPosition: 4 }),
    ]
    await store.projections.commit(projectionCommit({ to: 9, runs }))
    const ask = (over: Partial<NewestDayQuery> = {}) =>
      store.projections.newestDay({ from: '2026-11-01', to: '2026-11-30', position: 3, ...over })
    expect(await ask()).toEqual({ day: '2026-11-21', hasUntouched: false })
    expect(await ask({ position: 4 })).toEqual({ day: '2026-11-21', hasUntouched: true })
    expect(await ask({ before: '2026-11-21' })).toEqual({ day: '2026-11-19', hasUntouched: true })
    expect(await ask({ to: '2026-11-20', position: 2 })).toEqual({ day: '2026-11-19', hasUntouched: false })
    expect(await ask({ before: '2026-11-19' })).toBeNull()
    expect(await ask({ from: '2026-11-22' })).toBeNull()
  })
}
