import { describe, expect, test } from 'vitest'
import type { DropOffDelta, ProjectionCommit, Segment } from '#db/projection-store.ts'
import { type Store, StoreUnavailable } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, projectionCommit, runRow } from '../contract/setup.ts'
import { postgresProcesses, untilSomebodyWaits } from './open-processes.ts'

const open = postgresProcesses()
const range = { from: '2026-11-20', to: '2026-11-20' }

const counted = (over: Partial<DropOffDelta> = {}): DropOffDelta => ({
  funnel: 'anmeldung',
  version: 1,
  day: '2026-11-20',
  segment: null,
  measure: 'stage:0',
  runs: 1,
  ...over,
})

const segment = (campaign: string): Segment => ({
  device: 'mobile',
  source: 'google',
  medium: 'cpc',
  campaign,
  reason: '(none)',
})

async function runsCounted(store: Store) {
  const { asOfPosition, groups } = await store.reports.counts({
    funnels: ['anmeldung'],
    ...range,
    segment: {},
  })
  return { asOfPosition, runs: groups[0]?.measures[0]?.runs ?? 0 }
}

/** Moves the live generation on by one event and one counted run at a time until it stands at `to`. */
async function runUntil(store: Store, to: number) {
  const outcomes = { committed: 0, conflict: 0 }
  for (;;) {
    const { generation, checkpoint } = await store.projections.live()
    if (checkpoint >= to) return outcomes
    const batch = { generation, from: checkpoint, to: checkpoint + 1, runs: [runRow()], dropOff: [counted()] }
    outcomes[await store.projections.commit(projectionCommit(batch))] += 1
  }
}

const at = (generation: number, over: Partial<ProjectionCommit>) => projectionCommit({ generation, ...over })

describe('several runners at once', () => {
  test('count every event once', async () => {
    const { stores } = await open(4)
    const outcomes = await Promise.all(stores.map((store) => runUntil(store, 40)))
    expect(outcomes.reduce((sum, { committed }) => sum + committed, 0)).toBe(40)
    expect(outcomes.some(({ conflict }) => conflict > 0)).toBe(true)
    expect(await runsCounted(stores[0])).toEqual({ asOfPosition: 40, runs: 40 })
    expect((await stores[0].projections.dump(1)).runs).toHaveLength(40)
  })

  test('and a report says at every moment what the position beside it has seen', async () => {
    const { stores } = await open(2)
    const running = runUntil(stores[0], 60)
    const seen = new Set<number>()
    while (!seen.has(60)) {
      const { asOfPosition, runs } = await runsCounted(stores[1]!)
      expect(runs).toBe(asOfPosition)
      seen.add(asOfPosition)
    }
    await running
    expect(seen.size).toBeGreaterThan(3)
  })
})

describe('a commit', () => {
  test('takes back deliveries, rows and checkpoint when its jobs cannot be put', async () => {
    const { stores } = await open(1)
    const [store] = stores
    await appendTo(store, [newEvent()])
    const delivery = {
      endpoint: 'webhook',
      position: 1,
      runId: 'r1',
      eventType: 'step',
      sequence: 1,
      webhookId: 'w',
    }
    const batch = { runs: [runRow()], dropOff: [counted()], deliveries: [delivery] }
    const job = { queue: 'a queue that nobody made', key: 'r1', runAt: noon }
    await expect(store.projections.commit(projectionCommit({ ...batch, jobs: [job] }))).rejects.toThrow()
    expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 0 })
    expect(await store.deliveries.list({ limit: 9 })).toEqual([])
    expect((await store.deliveries.countByState()).every(({ count }) => count === 0)).toBe(true)
    expect(await store.projections.commit(projectionCommit(batch))).toBe('committed')
  })

  test('of a delivery for an event that the log does not have is refused', async () => {
    const { stores } = await open(1)
    const delivery = { endpoint: 'webhook', runId: 'r1', eventType: 'step', sequence: 1, webhookId: 'w' }
    await appendTo(stores[0], [newEvent()])
    const deliveries = [
      { ...delivery, position: 1 },
      { ...delivery, position: 7 },
    ]
    await expect(stores[0].projections.commit(projectionCommit({ deliveries }))).rejects.toThrow(
      /a delivery for position 7/,
    )
    expect(await stores[0].deliveries.list({ limit: 9 })).toEqual([])
  })

  test('numbers new segments in a fixed order, so that a rebuild and a runner never wait for each other', async () => {
    const { stores, pool, session } = await open(1)
    const [store] = stores
    const other = await session()
    const number = (campaign: string) =>
      other.query(
        "INSERT INTO segments (device, source, medium, campaign) VALUES ('mobile', 'google', 'cpc', $1)",
        [campaign],
      )
    await other.query('BEGIN')
    await number('a')
    const campaigns = 'lkjihgfedcba'.split('')
    const dropOff = campaigns.map((campaign) => counted({ segment: segment(campaign) }))
    const committing = store.projections.commit(projectionCommit({ dropOff }))
    await untilSomebodyWaits(pool)
    // It waits for 'a', so it must not hold any other one already.
    for (const campaign of campaigns.toReversed().slice(1)) await number(campaign)
    await other.query('COMMIT')
    expect(await committing).toBe('committed')
    expect((await store.projections.dump(1)).dropOff).toHaveLength(campaigns.length)
  })

  test('says that the store is unavailable when another session holds the checkpoint for too long', async () => {
    const { stores, session } = await open(1, { lockTimeoutMs: 200 })
    const other = await session()
    await other.query('BEGIN; SELECT FROM generations FOR UPDATE')
    const [store] = stores
    await expect(store.projections.commit(projectionCommit())).rejects.toThrow(StoreUnavailable)
    await other.query('ROLLBACK')
    expect(await store.projections.commit(projectionCommit())).toBe('committed')
  })
})

describe('generations', () => {
  test('one of two rebuilds that begin at once goes on, the other one is told', async () => {
    const { stores } = await open(3)
    for (let round = 0; round < 5; round++) {
      const begun = await Promise.all(stores.map((store) => store.projections.begin()))
      expect(new Set(begun).size).toBe(3)
      const outcomes = await Promise.all(
        begun.map((generation) => stores[0].projections.commit(at(generation, { to: 0 }))),
      )
      expect(outcomes.toSorted()).toEqual(['committed', 'conflict', 'conflict'])
    }
  })

  test('are not switched while a commit that moves the live one on is under way', async () => {
    const { stores, pool, session } = await open(1)
    const [store] = stores
    await runUntil(store, 4)
    const generation = await store.projections.begin()
    await store.projections.commit(at(generation, { to: 4 }))
    const runner = await session()
    await runner.query("BEGIN; UPDATE generations SET checkpoint = 5 WHERE state = 'live'")
    const switching = store.projections.switchTo(generation)
    await untilSomebodyWaits(pool)
    await runner.query('COMMIT')
    expect(await switching).toBe(false)
    expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 5 })
  })

  test('are removed whole when two processes are at it', async () => {
    const { stores, pool } = await open(2)
    const runs = Array.from({ length: 12_000 }, () => runRow())
    const left = await stores[0].projections.begin()
    await stores[0].projections.commit(at(left, { to: 0, runs }))
    await Promise.all(stores.map((store) => store.projections.begin()))
    expect((await pool.query('SELECT FROM runs')).rowCount).toBe(0)
    const { rows } = await pool.query(
      'SELECT state, count(*)::int FROM generations GROUP BY state ORDER BY state',
    )
    expect(rows).toEqual([
      { state: 'building', count: 1 },
      { state: 'live', count: 1 },
    ])
  })
})

describe('sums', () => {
  test('that a number cannot hold exactly are refused, not rounded', async () => {
    const { stores } = await open(1)
    const [store] = stores
    const most = Number.MAX_SAFE_INTEGER
    const credit = { funnel: 'anmeldung', day: '2026-11-20', model: 'last', dimension: 'source' } as const
    const attribution = ['a', 'b'].map((key) => ({ ...credit, key, runs: most, orders: 0, revenueCents: 0 }))
    const more = { ...credit, day: '2026-11-19', key: 'b', runs: 2, orders: 0, revenueCents: 0 }
    await store.projections.commit(projectionCommit({ attribution: [...attribution, more] }))
    const ask = (from: string) =>
      store.reports.attribution({ from, to: '2026-11-20', model: 'last', by: 'source' })
    expect((await ask('2026-11-20')).rows.map(({ runs }) => runs)).toEqual([most, most])
    await expect(ask('2026-11-19')).rejects.toThrow(/9007199254740993, is too large/)
  })
})
