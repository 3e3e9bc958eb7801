import { createRequire } from 'node:module'
import type * as Queries from 'drizzle-orm'

const require = createRequire(import.meta.url)

/** Drizzle's `sql`, loaded as CommonJS. Importing Drizzle's ES modules takes ten times as long. */
export const { sql } = require('drizzle-orm') as typeof Queries

export type Sql = Queries.SQL

/**
 * Queries that run on both engines. The generator yields each query and receives its rows, which SQLite returns
 * synchronously and PostgreSQL asynchronously.
 */
export type QueryPlan<Result> = Generator<Sql, Result, unknown[]>

/**
 * Returns the rows of a query, keyed by column name. Aliases with capital letters must be quoted, because PostgreSQL
 * lower-cases all other names.
 */
export function* rowsOf<Row>(query: Sql): QueryPlan<Row[]> {
  return (yield query) as Row[]
}

/** Returns `(?, ?, …)` for use after IN; an empty list matches nothing. */
export function listOf(values: readonly (string | number | Buffer)[]): Sql {
  if (values.length === 0) return sql`(NULL)`
  const each = values.map((value) => sql`${value}`)
  return sql`(${sql.join(each, sql`, `)})`
}

/** Joins conditions with AND. */
export function allOf(conditions: readonly Sql[]): Sql {
  return sql.join([...conditions], sql` AND `)
}

export interface LiveGeneration {
  generation: number
  /** Incremented when a run is excluded or included. */
  revision: number
  asOfPosition: number
  /** Format of the run states; meaningless while `asOfPosition` is 0. */
  format: number
}

export function* liveGeneration(): QueryPlan<LiveGeneration> {
  const [found] = yield* rowsOf<Omit<LiveGeneration, 'asOfPosition'> & { checkpoint: number }>(
    sql`SELECT generation, revision, checkpoint, format FROM generations WHERE state = 'live'`,
  )
  if (!found) throw new Error('the database has no live generation of projections')
  const { checkpoint: asOfPosition, ...live } = found
  return { ...live, asOfPosition }
}
