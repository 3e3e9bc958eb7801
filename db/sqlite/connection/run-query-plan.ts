import type { QueryPlan, Sql } from '#db/reads/query-plan.ts'
import type { Connection } from './connection.ts'

/** Runs the queries of a plan in one transaction and returns the result of the plan. */
export function runQueryPlan<Result>({ orm }: Pick<Connection, 'orm'>, plan: QueryPlan<Result>): Result {
  return orm.transaction((tx) => {
    let step = plan.next()
    while (!step.done) step = plan.next(tx.all(step.value))
    return step.value
  })
}

export function runQuery<Row>({ orm }: Pick<Connection, 'orm'>, query: Sql): Row[] {
  return orm.all<Row>(query)
}
