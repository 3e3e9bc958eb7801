import { type MeasureCounts, addCounts, measureNumbers } from './measure-counts.ts'
import { type QueryPlan, sql } from '#db/reads/query-plan.ts'
import {
  type GroupRow,
  type RunsRow,
  type SumsQuery,
  keyOf,
  presentRuns,
  readRuns,
  readStored,
} from './group-rows.ts'
import { type KeptCounts, type KeptGroup, toKeptGroup } from './kept-counts.ts'
import { readKeptDays } from './kept-days.ts'
import type { CountedRows } from './segment-sql.ts'
import { daysToRead, isTouched } from './untouched-runs.ts'

export interface SummedCounts {
  funnel: string
  key: string
  counts: MeasureCounts
}

/** Counts that were kept of earlier queries. `query` identifies the present one, whatever its days are. */
export interface Kept {
  counts: KeptCounts
  query: string
}

/** Sums of the counts of groups. */
class Sums {
  readonly #funnels = new Map<string, Map<string, MeasureCounts>>()

  of(funnel: string, key: string): MeasureCounts {
    let ofFunnel = this.#funnels.get(funnel)
    if (!ofFunnel) this.#funnels.set(funnel, (ofFunnel = new Map()))
    let counts = ofFunnel.get(key)
    if (!counts) ofFunnel.set(key, (counts = new Map()))
    return counts
  }

  add({ funnel, key, counts }: KeptGroup): void {
    const sum = this.of(funnel, key)
    for (let index = 0; index < counts.length; index += 2) {
      const measure = counts[index]!
      sum.set(measure, (sum.get(measure) ?? 0) + counts[index + 1]!)
    }
  }

  list(): SummedCounts[] {
    return [...this.#funnels].flatMap(([funnel, ofFunnel]) =>
      [...ofFunnel].map(([key, counts]) => ({ funnel, key, counts })),
    )
  }
}

/**
 * Sums the counts by funnel and by `query.by`, without the runs that have events after position `untouchedSince`. Reads
 * the stored sums if there are sums with all requested dimensions, otherwise the runs. A sum can be zero.
 */
export function* sumCounts(rows: CountedRows, query: SumsQuery, kept?: Kept): QueryPlan<SummedCounts[]> {
  const days = yield* daysToRead(rows.generation, query)
  if (!days) return []
  const { untouchedSince, ...present } = days
  const sums = new Sums()
  const sumOf = (row: GroupRow) => sums.of(row.funnel, keyOf(row, days))
  const isStored = readStored(rows, days) !== undefined
  if (!isStored && untouchedSince !== undefined) {
    for (const row of yield* readRuns(rows, days, presentRuns(rows, days))) addRuns(sumOf(row), row, days, 1)
    return sums.list()
  }
  if (kept && rows.hasCountedDays) for (const group of yield* keptGroups(rows, present, kept)) sums.add(group)
  else yield* addPresent(rows, present, sumOf)
  if (untouchedSince !== undefined) {
    const touched = {
      condition: isTouched(rows.generation, { ...days, untouchedSince }),
      measures: sql`measures`,
    }
    for (const row of yield* readRuns(rows, days, touched)) addRuns(sumOf(row), row, days, -1)
  }
  return sums.list()
}

/** Adds the counts of all runs of the query. */
function* addPresent(
  rows: CountedRows,
  query: SumsQuery,
  sumOf: (row: GroupRow) => MeasureCounts,
): QueryPlan<void> {
  const stored = readStored(rows, query)
  if (stored) for (const row of yield* stored) addCounts(sumOf(row), row.counts, query.measures)
  else
    for (const row of yield* readRuns(rows, query, presentRuns(rows, query)))
      addRuns(sumOf(row), row, query, 1)
}

function addRuns(
  counts: MeasureCounts,
  { runs, measures }: RunsRow,
  wanted: Pick<SumsQuery, 'measures'>,
  sign: 1 | -1,
): void {
  for (const measure of measureNumbers(measures))
    if (wanted.measures.has(measure)) counts.set(measure, (counts.get(measure) ?? 0) + sign * runs)
}

/** Returns the counts by day. Reads all days from the first to the last one that is not kept. */
function* keptGroups(rows: CountedRows, present: SumsQuery, { counts, query }: Kept): QueryPlan<KeptGroup[]> {
  const { from, to } = present
  const { days } = yield* readKeptDays(counts, rows, { query, from, to }, (stale) =>
    readDays(rows, { ...present, from: stale[0]!, to: stale.at(-1)!, perDay: true }),
  )
  return days.flatMap(({ groups }) => groups)
}

/** Reads the groups of each day. */
function* readDays(rows: CountedRows, query: SumsQuery): QueryPlan<Map<string, KeptGroup[]>> {
  const days = new Map<string, Sums>()
  yield* addPresent(rows, query, (row) => {
    let sums = days.get(row.countedDay)
    if (!sums) days.set(row.countedDay, (sums = new Sums()))
    return sums.of(row.funnel, keyOf(row, query))
  })
  return new Map(
    [...days].map(([day, sums]) => [
      day,
      sums.list().map(({ funnel, key, counts }) => toKeptGroup(funnel, key, counts)),
    ]),
  )
}
