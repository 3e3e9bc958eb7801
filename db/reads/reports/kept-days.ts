import { type QueryPlan, type Sql, allOf, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { CountedRows } from './segment-sql.ts'

export interface KeptDay<Group> {
  /** Position at which the runs of the day last changed. */
  position: number
  groups: readonly Group[]
}

interface KeptQuery<Group> {
  rows: string
  days: Map<string, KeptDay<Group>>
}

/** About 360 bytes that a group of counts takes besides them, or a group of orders as a whole, in numbers of 4 bytes. */
export const groupSize = 90

/** Maximum number of queries that are known to be too large. */
const maxTooLarge = 100

export interface KeptDaysOptions {
  /**
   * Query for the `history` of the database, a text that changes when positions can be given a second time: after a
   * failover that lost the end of the log. Absent if the database has one history only.
   */
  history?: Sql
  maxNumbers?: number
}

/**
 * Keeps the groups of whole queries by the day on which the runs started. Every batch of projections records which days
 * it has changed (see `counted_days`), and most days of a report no longer change. The queries that were not used for
 * longest are forgotten when the groups take more memory than `maxNumbers` numbers of 4 bytes.
 */
export class KeptDays<Group> {
  /** In the order of last use. */
  readonly #queries = new Map<string, KeptQuery<Group>>()
  /** Queries that alone took more than `maxNumbers`: the version of their rows, and how many days took so much. */
  readonly #tooLarge = new Map<string, { rows: string; days: number }>()
  readonly #maxNumbers: number
  readonly #sizeOfGroup: (group: Group) => number
  readonly history: Sql | undefined
  #size = 0

  /** `sizeOfGroup` returns how many numbers take as much memory as a group. */
  constructor(
    sizeOfGroup: (group: Group) => number,
    { history, maxNumbers = 4_000_000 }: KeptDaysOptions = {},
  ) {
    this.#sizeOfGroup = sizeOfGroup
    this.history = history
    this.#maxNumbers = maxNumbers
  }

  /** Returns a kept day if it is of this version of the rows and has not changed since this position. */
  find(query: string, rows: string, { day, position }: { day: string; position: number }) {
    const kept = this.#queries.get(query)
    const found = kept?.rows === rows ? kept.days.get(day) : undefined
    return found?.position === position ? found : undefined
  }

  /** Marks the groups of a query as just used. */
  touch(query: string): void {
    const kept = this.#queries.get(query)
    if (!kept) return
    this.#queries.delete(query)
    this.#queries.set(query, kept)
  }

  /**
   * Keeps days of a query. If it is too large, first forgets those of its days that are not `wanted` now; by default, all
   * of them are.
   */
  keep(
    query: string,
    rows: string,
    days: Iterable<readonly [string, KeptDay<Group>]>,
    wanted?: ReadonlySet<string>,
  ): void {
    let kept = this.#queries.get(query)
    if (kept && kept.rows !== rows) this.#forget(query, kept)
    if (kept?.rows !== rows) kept = { rows, days: new Map() }
    this.#queries.set(query, kept)
    this.touch(query)
    for (const [day, counted] of days) {
      this.#size += this.#sizeOf(counted) - this.#sizeOf(kept.days.get(day))
      kept.days.set(day, counted)
    }
    for (const [name, one] of this.#queries) {
      if (this.#size <= this.#maxNumbers) break
      if (name === query) {
        for (const day of one.days.keys()) if (wanted?.has(day) === false) this.#forgetDay(one, day)
        if (this.#size <= this.#maxNumbers) break
        this.#markTooLarge(name, one)
      }
      this.#forget(name, one)
    }
  }

  /** Returns whether the query is known not to fit with this number of days. */
  isTooLarge(query: string, rows: string, days: number): boolean {
    const found = this.#tooLarge.get(query)
    return found?.rows === rows && days >= found.days
  }

  #markTooLarge(query: string, { rows, days }: KeptQuery<Group>): void {
    if (this.#tooLarge.size >= maxTooLarge) this.#tooLarge.clear()
    this.#tooLarge.set(query, { rows, days: days.size })
  }

  #forgetDay({ days }: KeptQuery<Group>, day: string): void {
    this.#size -= this.#sizeOf(days.get(day))
    days.delete(day)
  }

  #forget(query: string, { days }: KeptQuery<Group>): void {
    for (const day of days.values()) this.#size -= this.#sizeOf(day)
    this.#queries.delete(query)
  }

  #sizeOf(day: KeptDay<Group> | undefined): number {
    return day?.groups.reduce((sum, group) => sum + this.#sizeOfGroup(group), groupSize) ?? 0
  }
}

interface Wanted {
  query: string
  /** First and last day; absent for all days. */
  from?: string
  to?: string
  /**
   * Maximum number of days to read; by default, all missing ones. If it is given, nothing is read for queries that are
   * known to be too large.
   */
  daysAtOnce?: number
}

interface Found<Group> {
  days: KeptDay<Group>[]
  /** Whether the days are all that the query selects. */
  isComplete: boolean
}

/**
 * Returns the groups of each day on which runs started. Those of the days that are not kept or have changed since are
 * read with `read`, which receives these days in order. If they are more than `daysAtOnce`, only the newest are read.
 * Repeating the query then completes the days step by step, unless all of them are known to be too large to be kept.
 */
export function* readKeptDays<Group>(
  kept: KeptDays<Group>,
  rows: Pick<CountedRows, 'generation' | 'revision'>,
  { query, from, to, daysAtOnce }: Wanted,
  read: (days: readonly string[]) => QueryPlan<ReadonlyMap<string, readonly Group[]>>,
): QueryPlan<Found<Group>> {
  const [{ history } = {}] = kept.history ? yield* rowsOf<{ history: string }>(kept.history) : []
  const version = `${history ?? ''}:${rows.generation}:${rows.revision}`
  const present = yield* rowsOf<{ day: string; position: number }>(
    sql`SELECT day, position FROM counted_days WHERE ${allOf([
      sql`generation = ${rows.generation}`,
      ...(from === undefined ? [] : [sql`day >= ${from}`]),
      ...(to === undefined ? [] : [sql`day <= ${to}`]),
    ])} ORDER BY day`,
  )
  if (daysAtOnce !== undefined && kept.isTooLarge(query, version, present.length))
    return { days: [], isComplete: false }
  const found = new Map(present.map((one) => [one.day, kept.find(query, version, one)]))
  kept.touch(query)
  const missing = present.filter(({ day }) => !found.get(day))
  const stale = daysAtOnce === undefined ? missing : missing.slice(-daysAtOnce)
  if (stale.length > 0) {
    const groups = yield* read(stale.map(({ day }) => day))
    const fresh = stale.map(
      ({ day, position }) => [day, { position, groups: groups.get(day) ?? [] }] as const,
    )
    kept.keep(query, version, fresh, new Set(found.keys()))
    for (const [day, counted] of fresh) found.set(day, counted)
  }
  return {
    days: [...found.values()].filter((day) => day !== undefined),
    isComplete: stale.length === missing.length,
  }
}
