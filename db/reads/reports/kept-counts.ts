import type { Sql } from '#db/reads/query-plan.ts'
import type { MeasureCounts } from './measure-counts.ts'

/** Counts of the runs of one day by funnel and key. */
export interface KeptGroup {
  funnel: string
  key: string
  /** `[measure, runs, measure, runs, …]`, with the numbers of the measures. */
  counts: Int32Array
}

export interface KeptDay {
  /** Position at which the counts of the day last changed. */
  position: number
  groups: readonly KeptGroup[]
}

interface KeptQuery {
  rows: string
  days: Map<string, KeptDay>
}

/** What a group takes besides its counts, as a number of counts: an object, two texts and an array. */
const groupSize = 90

interface KeptCountsOptions {
  /**
   * Query for the `history` of the database, a text that changes when positions can be given a second time: after a
   * failover that lost the end of the log. Absent if the database has one history only.
   */
  history?: Sql
  maxNumbers?: number
}

/**
 * Keeps the counts of whole queries by day. Every batch of projections records which days it has changed (see
 * `counted_days`), and most days of a report no longer change. The queries that were not used for longest are forgotten
 * when there are more than `maxNumbers` counts, which take 4 bytes each.
 */
export class KeptCounts {
  /** In the order of last use. */
  readonly #queries = new Map<string, KeptQuery>()
  readonly #maxNumbers: number
  readonly history: Sql | undefined
  #size = 0

  constructor({ history, maxNumbers = 4_000_000 }: KeptCountsOptions = {}) {
    this.history = history
    this.#maxNumbers = maxNumbers
  }

  /** Returns a kept day if it is of this version of the rows and has not changed since this position. */
  find(query: string, rows: string, { day, position }: { day: string; position: number }) {
    const kept = this.#queries.get(query)
    const found = kept?.rows === rows ? kept.days.get(day) : undefined
    return found?.position === position ? found : undefined
  }

  /** Marks the counts of a query as just used. */
  touch(query: string): void {
    const kept = this.#queries.get(query)
    if (!kept) return
    this.#queries.delete(query)
    this.#queries.set(query, kept)
  }

  keep(query: string, rows: string, days: Iterable<[string, KeptDay]>): void {
    let kept = this.#queries.get(query)
    if (kept && kept.rows !== rows) this.#forget(query, kept)
    if (kept?.rows !== rows) kept = { rows, days: new Map() }
    this.#queries.set(query, kept)
    this.touch(query)
    for (const [day, counted] of days) {
      this.#size += sizeOf(counted) - sizeOf(kept.days.get(day))
      kept.days.set(day, counted)
    }
    for (const [name, one] of this.#queries) {
      if (this.#size <= this.#maxNumbers) break
      this.#forget(name, one)
    }
  }

  #forget(query: string, { days }: KeptQuery): void {
    for (const day of days.values()) this.#size -= sizeOf(day)
    this.#queries.delete(query)
  }
}

function sizeOf(day: KeptDay | undefined): number {
  return day?.groups.reduce((sum, { counts }) => sum + groupSize + counts.length, groupSize) ?? 0
}

export function toKeptGroup(funnel: string, key: string, counts: MeasureCounts): KeptGroup {
  const pairs = new Int32Array(2 * counts.size)
  let index = 0
  for (const [measure, runs] of counts) {
    pairs[index++] = measure
    pairs[index++] = runs
  }
  return { funnel, key, counts: pairs }
}
