import type { StoredKeys } from '#domain/reports/keys/key-book.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import { type QueryPlan, listOf, liveGeneration, rowsOf, sql } from './query-plan.ts'

/** Maximum number of keys in one query. SQLite allows 32,766 parameters, PostgreSQL 65,535. */
const maxValues = 10_000

/** Implements `ProjectionStore.keys`. */
export function* readKeys(of: number | 'live', wanted: readonly ReportKey[]): QueryPlan<StoredKeys> {
  const generation = of === 'live' ? (yield* liveGeneration()).generation : of
  const days = listOf([...new Set(wanted.map(({ day }) => day))])
  const counts = yield* rowsOf<StoredKeys['counts'][number]>(
    sql`SELECT day, dimension, CAST(count(*) AS bigint) AS keys FROM report_keys
      WHERE generation = ${generation} AND day IN ${days} GROUP BY day, dimension`,
  )
  const known: ReportKey[] = []
  const keys = [...new Set(wanted.map(({ key }) => key))]
  for (let from = 0; from < keys.length; from += maxValues)
    known.push(
      ...(yield* rowsOf<ReportKey>(
        sql`SELECT day, dimension, key FROM report_keys
          WHERE generation = ${generation} AND day IN ${days} AND key IN ${listOf(keys.slice(from, from + maxValues))}`,
      )),
    )
  return { known, counts }
}
