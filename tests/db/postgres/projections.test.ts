import { describe, expect, test } from 'vitest'
import type { DropOffCount, ProjectionCommit } from '#db/ports/projection-store.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { segmentPart } from '#domain/runs/dimensions.ts'
import {
  changesOf,
  appendTo,
  newEvent,
  projectionCommit,
  runRow,
  runSegment,
} from '#tests/db/contract/setup.ts'
import { postgresProcesses, untilLockWait } from './open-processes.ts'

const open = postgresProcesses()
const range = { from: '2026-11-20', to: '2026-11-20' }

const counted = (over: Partial<DropOffCount> = {}): DropOffCount => ({
  funnel: 'anmeldung',
  version: 1,
  day: '2026-11-20',
  segment: null,
  measure: 'stage:0',
  runs: 1,
  ...over,
})

const segment = (campaign: string) =>
  segmentPart(runSegment({ source: 'google', medium: 'cpc', campaign }), 'campaign')

async function runsCounted(store: Store) {
  const { asOfPosition, groups } = await store.reports.counts({
    funnels: ['anmeldung'],
    ...range,
    segment: {},
    kinds: ['stage'],
  })
  return { asOfPosition, runs: groups[0]?.measures[0]?.runs ?? 0 }
}

/** Returns a commit that counts one run in the segment and the stage named after a campaign. */
const countIn = (campaign: string, over: Partial<ProjectionCommit>) =>
  projectionCommit({
    dropOff: changesOf([counted({ segment: segment(campaign), measure: `stage:${campaign}` })]),
    ...over,
  })

/**
 * Projects the log up to position `to`. Each commit covers one event and counts one run. Returns the number of
 * successful commits and of conflicts with other processes.
 */
async function runUntil(store: Store, to: number) {
  const outcomes = { committed: 0, conflict: 0 }
  for (;;) {
    const { generation, checkpoint } = await store.projections.live()
    if (checkpoint >= to) return outcomes
    const batch = {
      generation,
      from: checkpoint,
      to: checkpoint + 1,
      runs: [runRow()],
      dropOff: changesOf([counted()]),
    }
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

  test('keep every report consistent with its position', async () => {
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
  test('reverts messages, rows and checkpoint when one of its messages cannot be enqueued', async () => {
    const { stores } = await open(1)
    const [store] = stores
    await appendTo(store, [newEvent()])
    const message = {
      destination: 'webhook' as const,
      position: 1,
      runId: 'r1',
      eventType: 'step',
      sequence: 1,
      messageId: 'w',
    }
    const batch = { runs: [runRow()], dropOff: changesOf([counted()]), messages: [message] }
    const unknown = { ...message, position: 7, messageId: 'x' }
    const broken = projectionCommit({ ...batch, messages: [message, unknown] })
    await expect(store.projections.commit(broken)).rejects.toThrow()
    expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 0 })
    expect(await store.outbox.list({ limit: 9 })).toEqual([])
    expect((await store.outbox.countByState()).every(({ count }) => count === 0)).toBe(true)
    expect(await store.projections.commit(projectionCommit(batch))).toBe('committed')
  })

  test('that failed leaves no numbers to the next one, which assigns them again', async () => {
    const { stores } = await open(1)
    const [store] = stores
    await appendTo(store, [newEvent()])
    expect(await store.projections.commit(countIn('a', { from: 0, to: 1 }))).toBe('committed')
    const message = {
      destination: 'webhook' as const,
      position: 9,
      runId: 'r1',
      eventType: 'step',
      sequence: 1,
      messageId: 'x',
    }
    const failing = countIn('b', { from: 1, to: 2, messages: [message] })
    await expect(store.projections.commit(failing)).rejects.toThrow(/a message about position 9/)
    // If the numbers of the failed commit were still used, these would write counts under numbers that have no name.
    for (const [index, campaign] of ['b', 'c', 'a'].entries())
      expect(await store.projections.commit(countIn(campaign, { from: 1 + index, to: 2 + index }))).toBe(
        'committed',
      )
    expect((await store.projections.dump(1)).dropOff).toEqual(
      [
        ['a', 2],
        ['b', 1],
        ['c', 1],
      ].map(([campaign, runs]) =>
        expect.objectContaining({
          segment: segment(String(campaign)),
          measure: `stage:${campaign}`,
          runs,
        }),
      ),
    )
  })

  test('of a message about an event that the log does not have is refused', async () => {
    const { stores } = await open(1)
    const message = {
      destination: 'webhook' as const,
      runId: 'r1',
      eventType: 'step',
      sequence: 1,
      messageId: 'w',
    }
    await appendTo(stores[0], [newEvent()])
    const messages = [
      { ...message, position: 1 },
      { ...message, position: 7 },
    ]
    await expect(stores[0].projections.commit(projectionCommit({ messages }))).rejects.toThrow(
      /a message about position 7/,
    )
    expect(await stores[0].outbox.list({ limit: 9 })).toEqual([])
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
    const dropOff = changesOf(campaigns.map((campaign) => counted({ segment: segment(campaign) })))
    const committing = store.projections.commit(projectionCommit({ dropOff }))
    await untilLockWait(pool)
    // The commit waits for segment 'a', the first one in the fixed order. It must not have locked another segment yet,
    // because the following inserts would then cause a deadlock.
    for (const campaign of campaigns.toReversed().slice(1)) await number(campaign)
    await other.query('COMMIT')
    expect(await committing).toBe('committed')
    expect((await store.projections.dump(1)).dropOff).toHaveLength(campaigns.length)
  })

  test('throws StoreUnavailable when another session locks the checkpoint for too long', async () => {
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
  test('of two rebuilds that begin at once one continues and the other gets a conflict', async () => {
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

  test('are not switched while a commit moves the live one', async () => {
    const { stores, pool, session } = await open(1)
    const [store] = stores
    await runUntil(store, 4)
    const generation = await store.projections.begin()
    await store.projections.commit(at(generation, { to: 4 }))
    const runner = await session()
    await runner.query("BEGIN; UPDATE generations SET checkpoint = 5 WHERE state = 'live'")
    const switching = store.projections.switchTo(generation)
    await untilLockWait(pool)
    await runner.query('COMMIT')
    expect(await switching).toBe(false)
    expect(await store.projections.live()).toMatchObject({ generation: 1, checkpoint: 5 })
  })

  test('are removed completely by two concurrent processes', async () => {
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
  test('above the safe integers are rejected, not rounded', async () => {
    const { stores } = await open(1)
    const [store] = stores
    const max = Number.MAX_SAFE_INTEGER
    const credit = { funnel: 'anmeldung', day: '2026-11-20', model: 'last', dimension: 'source' } as const
    const none = { orders: 0, revenueCents: 0, netRevenueCents: 0 }
    const attribution = ['a', 'b'].map((key) => ({ ...credit, ...none, key, runs: max }))
    const more = { ...credit, ...none, day: '2026-11-19', key: 'b', runs: 2 }
    await store.projections.commit(projectionCommit({ attribution: [...attribution, more] }))
    const attributionFrom = (from: string) =>
      store.reports.attribution({ from, to: '2026-11-20', model: 'last', by: 'source' })
    expect((await attributionFrom('2026-11-20')).rows.map(({ runs }) => runs)).toEqual([max, max])
    await expect(attributionFrom('2026-11-19')).rejects.toThrow(
      /9007199254740993, which exceeds the safe integers/,
    )
  })
})
