import { type QueryPlan, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { Counts, CountsQuery } from '#db/ports/report-store.ts'
import { familiesOfKinds, kindOf } from '#domain/runs/measure-families.ts'
import type { KeptCounts } from './kept-counts.ts'
import { countedRows } from './segment-sql.ts'
import { sumCounts } from './sum-counts.ts'

/** Counts with each measure's name only once, which is much cheaper to send to another thread than `Counts`. */
export interface CompactCounts {
  asOfPosition: number
  names: string[]
  /** `counts` is `[name, runs, name, runs, …]`, with indexes of `names`. */
  groups: { funnel: string; key: string; counts: number[] }[]
}

/** Implements `ReportStore.counts`. */
export function* readCounts(query: CountsQuery, kept?: KeptCounts): QueryPlan<Counts> {
  return expandCounts(yield* readCompactCounts(query, kept))
}

/** `kept` has counts of earlier queries, and gets those of this one. */
export function* readCompactCounts(query: CountsQuery, kept?: KeptCounts): QueryPlan<CompactCounts> {
  const live = yield* liveGeneration()
  const named = yield* measuresOf(query.kinds)
  const sums = yield* sumCounts(
    countedRows(live),
    { ...query, families: familiesOfKinds(query.kinds), measures: new Set(named.keys()) },
    kept && { counts: kept, query: nameOf(query) },
  )
  const names: string[] = []
  const indexes = new Map<number, number>()
  const indexOf = (measure: number) => {
    let index = indexes.get(measure)
    if (index === undefined) indexes.set(measure, (index = names.push(named.get(measure)!) - 1))
    return index
  }
  const groups = sums
    .map(({ funnel, key, counts }) => {
      const pairs: number[] = []
      for (const [measure, runs] of counts) if (runs !== 0) pairs.push(indexOf(measure), runs)
      return { funnel, key, counts: pairs }
    })
    .filter(({ counts }) => counts.length > 0)
  return { asOfPosition: live.asOfPosition, names, groups }
}

/** Returns a text that identifies a query, whatever its days are. */
function nameOf({ funnels, versions, segment, by, kinds }: CountsQuery): string {
  return JSON.stringify([funnels, versions ?? null, segment, by ?? null, kinds])
}

export function expandCounts({ asOfPosition, names, groups }: CompactCounts): Counts {
  return {
    asOfPosition,
    groups: groups.map(({ funnel, key, counts }) => {
      const measures: Counts['groups'][number]['measures'] = []
      for (let index = 0; index < counts.length; index += 2)
        measures.push({ measure: names[counts[index]!]!, runs: counts[index + 1]! })
      return { funnel, key, measures }
    }),
  }
}

/** Returns the names of all measures of these kinds, by their numbers. */
function* measuresOf(kinds: CountsQuery['kinds']): QueryPlan<Map<number, string>> {
  const all = yield* rowsOf<{ measure: number; name: string }>(sql`SELECT measure, name FROM measures`)
  const wanted = new Set(kinds)
  return new Map(
    all.flatMap(({ measure, name }) => (wanted.has(kindOf(name)) ? [[measure, name] as const] : [])),
  )
}
