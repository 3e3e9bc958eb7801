import type { Pool, QueryResultRow } from 'pg'
import type { QueryPlan, Sql } from '#db/reads/query-plan.ts'
import type { Queryable } from './connection.ts'
import { PgDialect } from './drizzle.ts'
import { transaction } from './transaction.ts'

const dialect = new PgDialect()

/**
 * Runs the queries of a plan in one snapshot. They are passed to the driver directly, because Drizzle would return
 * bigints as text.
 */
export function runQueryPlan<Result>(pool: Pool, plan: QueryPlan<Result>): Promise<Result> {
  return transaction(pool, (tx) => finish(tx, plan), 'REPEATABLE READ, READ ONLY')
}

/** Runs the queries of a plan that writes in one transaction, while it holds the advisory lock `lock`. */
export function runWritePlan<Result>(pool: Pool, lock: number, plan: QueryPlan<Result>): Promise<Result> {
  return transaction(pool, async (tx) => {
    tx.send({ text: 'SELECT pg_advisory_xact_lock($1)', values: [lock] })
    return finish(tx, plan)
  })
}

async function finish<Result>(tx: Queryable, plan: QueryPlan<Result>): Promise<Result> {
  let step = plan.next()
  while (!step.done) step = plan.next((await tx.query(toStatement(step.value))).rows)
  return step.value
}

/** Runs a single query and returns its rows. Takes one round trip, because no transaction is begun and committed. */
export async function runQuery<Row extends QueryResultRow>(pool: Pool, query: Sql): Promise<Row[]> {
  return (await pool.query<Row>(toStatement(query))).rows
}

/** Returns a query as text and values, as the driver takes them. */
export function toStatement(query: Sql): { text: string; values: unknown[] } {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return { text, values: params }
}
