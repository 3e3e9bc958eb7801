// Reports that read the same on every engine are written once: as a generator that yields queries and receives their
// rows, which SQLite's thread answers at once and PostgreSQL's connection when it has them.
import { createRequire } from 'node:module'
import type * as Queries from 'drizzle-orm'

const require = createRequire(import.meta.url)

/** As each engine's `drizzle.ts` loads it. */
export const { sql } = require('drizzle-orm') as typeof Queries

export type Sql = Queries.SQL
export type Reading<Result> = Generator<Sql, Result, unknown[]>

/** Rows of a query, by the names that it gives its columns; PostgreSQL keeps capitals only in quotes. */
export function* rowsOf<Row>(query: Sql): Reading<Row[]> {
  return (yield query) as Row[]
}

/** `(?, ?, …)`; matches nothing when there are no values. */
export function listOf(values: readonly (string | number)[]): Sql {
  if (values.length === 0) return sql`(NULL)`
  const each = values.map((value) => sql`${value}`)
  return sql`(${sql.join(each, sql`, `)})`
}

/** All of the conditions. */
export function allOf(conditions: readonly Sql[]): Sql {
  return sql.join([...conditions], sql` AND `)
}

export function* liveGeneration(): Reading<{ generation: number; asOfPosition: number }> {
  const [found] = yield* rowsOf<{ generation: number; checkpoint: number }>(
    sql`SELECT generation, checkpoint FROM generations WHERE state = 'live'`,
  )
  if (!found) throw new Error('the database has no live generation of projections')
  return { generation: found.generation, asOfPosition: found.checkpoint }
}
