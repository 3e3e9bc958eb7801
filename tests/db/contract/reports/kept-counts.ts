import { describe, expect, test } from 'vitest'
import type { CountedRun, DropOffCount } from '#db/ports/projection-store.ts'
import type { CountsQuery } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { hasFamily, familyOf, kindOf } from '#domain/runs/measure-families.ts'
import { type RunDimension, segmentKindNames, segmentPart } from '#domain/runs/dimensions.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { noon } from '#tests/build-events.ts'
import {
  changesOf,
  type OpenStore,
  testStores,
  projectionCommit,
  runRow,
  runSegment,
} from '#tests/db/contract/setup.ts'
import { seededRandom } from '#tests/faults/support/seeded-random.ts'

const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
const segments = [
  runSegment({ source: 'google', weekday: 'wednesday' }),
  runSegment({ source: 'bing', browser: 'Firefox', weekday: 'wednesday' }),
  runSegment({ device: 'desktop', hour: '23', weekday: 'wednesday' }),
]
const outcomes = [
  ['stage:0'],
  ['stage:1', 'abandoned:1', 'invalid:2:iban:checksum'],
  ['completed', 'order:2995', 'paidIn:3'],
]

/** Returns the deltas as the projector writes them. */
function deltasOf({ funnel, version, day, segment, measures }: CountedRun, runs: 1 | -1): DropOffCount[] {
  return measures.flatMap((measure) => [
    ...segmentKindNames
      .filter((kind) => hasFamily(kind, familyOf(measure)))
      .map((kind) => ({ funnel, version, day, measure, runs, segment: segmentPart(segment, kind) })),
    { funnel, version, day, measure, runs, segment: null },
  ])
}

const base = {
  funnels: ['anmeldung', 'abmeldung'],
  from: days[0]!,
  to: days.at(-1)!,
  segment: {},
  kinds: ['stage', 'abandoned', 'completed', 'order'],
}
/** Queries of stored sums, and of dimensions that no stored sum combines. */
const queries: CountsQuery[] = [
  base,
  { ...base, by: 'day', from: days[1]! },
  { ...base, by: 'weekday', funnels: ['anmeldung'] },
  { ...base, by: ['day', 'source'], kinds: ['stage', 'invalid', 'paidIn'] },
  { ...base, by: 'device', versions: [1], segment: { browser: 'Safari' } },
  { ...base, by: 'source', segment: { browser: 'Safari' } },
  { ...base, by: ['day', 'hour'], segment: { source: 'google' }, to: days[2]! },
  { ...base, by: 'hour', segment: { browser: 'Safari' }, kinds: ['invalid', 'completed'] },
]

/** Counts runs one by one. Returns the same text for the same counts, in whatever order they are. */
function recount(runs: Iterable<CountedRun>, query: CountsQuery): string[] {
  const counts = new Map<string, number>()
  for (const run of runs) {
    const isSelected =
      query.funnels.includes(run.funnel) &&
      run.day >= query.from &&
      run.day <= query.to &&
      (query.versions?.includes(run.version) ?? true) &&
      Object.entries(query.segment).every(([name, value]) => run.segment[name as RunDimension] === value)
    if (!isSelected) continue
    const by = query.by === undefined ? [] : [query.by].flat()
    const values = by.map((name) => {
      if (name === 'weekday') return run.day
      return name === 'day' ? run.day : name === 'version' ? String(run.version) : run.segment[name]
    })
    for (const measure of run.measures) {
      if (!query.kinds.includes(kindOf(measure))) continue
      const name = JSON.stringify([run.funnel, values, measure])
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return [...counts].map(([name, count]) => `${name} ${count}`).toSorted()
}

const weekdayDays: Record<string, string> = {
  wednesday: days[0]!,
  thursday: days[1]!,
  friday: days[2]!,
  saturday: days[3]!,
}

async function counted(store: Store, query: CountsQuery): Promise<string[]> {
  const { groups } = await store.reports.counts(query)
  return groups
    .flatMap(({ funnel, key, measures }) => {
      const keys = key === '' ? [] : key.startsWith('[') ? (JSON.parse(key) as string[]) : [key]
      const values = keys.map((value) => (query.by === 'weekday' ? weekdayDays[value]! : value))
      return measures.map(({ measure, runs }) => `${JSON.stringify([funnel, values, measure])} ${runs}`)
    })
    .toSorted()
}

/** Returns new runs and changed ones, in about equal numbers. */
function inventChanges(runs: ReadonlyMap<string, CountedRun>, random: () => number): CountedRun[] {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!
  return Array.from({ length: 4 }, (_, index) => {
    const known = index % 2 === 1 && runs.size > 0 ? pick([...runs.values()]) : runRow()
    return {
      ...known,
      funnel: known.measures.length > 1 ? known.funnel : pick(base.funnels),
      version: pick([1, 2]),
      day: pick(days),
      segment: pick(segments),
      measures: pick(outcomes),
    }
  }).filter((run, index, all) => all.findIndex(({ runId }) => runId === run.runId) === index)
}

export function keptCountsContract(open: OpenStore) {
  const { store: openStore } = testStores(open)

  describe('counts that are kept of earlier queries', () => {
    for (const seed of [1, 2, 3])
      test(
        `follow every later change of random runs, seed ${seed}`,
        { tags: seed === 1 ? [] : 'slow' },
        async () => {
          const store = await openStore()
          const random = seededRandom(seed)
          const runs = new Map<string, CountedRun>()
          const expectCounts = async () => {
            for (const query of queries)
              expect(await counted(store, query)).toEqual(recount(runs.values(), query))
          }
          for (let step = 0; step < 12; step++) {
            const changed = inventChanges(runs, random)
            const counts = changed.flatMap((run) => {
              const before = runs.get(run.runId)
              return [...(before ? deltasOf(before, -1) : []), ...deltasOf(run, 1)]
            })
            for (const run of changed) runs.set(run.runId, run)
            const about = {
              format: runStateFormat,
              from: step,
              to: step + 1,
              runs: changed,
              dropOff: changesOf(counts),
            }
            expect(await store.projections.commit(projectionCommit(about))).toBe('committed')
            await expectCounts()
          }
          expect(recount(runs.values(), base).length).toBeGreaterThan(3)
        },
      )

    test('follow an exclusion and its end, also if no other run of the day is left', async () => {
      const store = await openStore()
      const run = runRow({ lastPosition: 1 })
      const dropOff = changesOf(deltasOf(run, 1))
      await store.projections.commit(projectionCommit({ format: runStateFormat, runs: [run], dropOff }))
      const expectCounts = async (runs: CountedRun[]) => {
        for (const query of queries) expect(await counted(store, query)).toEqual(recount(runs, query))
      }
      await expectCounts([run])
      const change = { order: null, days: [run.day], attribution: [] }
      const removed = { ...change, lastPosition: 1, run: null, dropOff: changesOf(deltasOf(run, -1)) }
      const exclusion = { runId: run.runId, at: noon, by: 'operator' as const, reason: 'attack' }
      await store.exclusions.exclude(exclusion, [{ generation: 1, kind: 'rows', change: removed }])
      await expectCounts([])
      const rows = { ...change, lastPosition: null, run, dropOff }
      await store.exclusions.include(run.runId, [{ generation: 1, kind: 'rows', change: rows }], {
        messages: [],
        holds: [],
      })
      await expectCounts([run])
    })
  })
}
