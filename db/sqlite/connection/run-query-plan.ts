import type Database from 'better-sqlite3'
import type { QueryPlan, Sql } from '#db/reads/query-plan.ts'
import type { Connection } from './connection.ts'
import { SQLiteSyncDialect } from './drizzle.ts'

/** Maximum number of prepared statements per connection. Lists of different lengths give different statements. */
const maxStatements = 100

const dialect = new SQLiteSyncDialect()
const statements = new WeakMap<Database.Database, Map<string, Database.Statement>>()

/** Runs the queries of a plan in one transaction and returns the result of the plan. */
export function runQueryPlan<Result>(
  { sqlite }: Pick<Connection, 'sqlite'>,
  plan: QueryPlan<Result>,
): Result {
  return sqlite.transaction(() => finish({ sqlite }, plan))()
}

/** Like `runQueryPlan`, for plans that write. */
export function runWritePlan<Result>(
  { sqlite }: Pick<Connection, 'sqlite'>,
  plan: QueryPlan<Result>,
): Result {
  return sqlite.transaction(() => finish({ sqlite }, plan)).immediate()
}

function finish<Result>(connection: Pick<Connection, 'sqlite'>, plan: QueryPlan<Result>): Result {
  let step = plan.next()
  while (!step.done) step = plan.next(runQuery(connection, step.value))
  return step.value
}

/** Runs a query and returns its rows. Keeps the prepared statement: preparing takes longer than most queries. */
export function runQuery<Row>({ sqlite }: Pick<Connection, 'sqlite'>, query: Sql): Row[] {
  const { sql, params } = dialect.sqlToQuery(query)
  return prepared(sqlite, sql).all(...params) as Row[]
}

function prepared(sqlite: Database.Database, text: string): Database.Statement {
  const known = statements.get(sqlite) ?? new Map<string, Database.Statement>()
  statements.set(sqlite, known)
  const statement = known.get(text) ?? sqlite.prepare(text)
  // The map is in the order of last use, so its first statement is the one to forget.
  known.delete(text)
  known.set(text, statement)
  if (known.size > maxStatements) known.delete(known.keys().next().value!)
  return statement
}
