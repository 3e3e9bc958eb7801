import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'

// A report as of a past position reads the current roll-ups and subtracts the runs with events after that position. If
// all runs of a day are subtracted, nothing remains of the day. Such days at the end of the range are not read.

interface Days {
  from: string
  to: string
  untouchedSince?: number
}

/**
 * Shortens the range of the query, so that it ends on the last day on which an untouched run started. A run is
 * untouched if it has no events after position `untouchedSince`. Returns null if no untouched run started in the range.
 * Returns a query without `untouchedSince` unchanged.
 */
export function* daysToRead<Query extends Days>(generation: number, query: Query): QueryPlan<Query | null> {
  const { from, to, untouchedSince } = query
  if (untouchedSince === undefined) return query
  const [newest] = yield* rowsOf<{ day: string }>(
    sql`SELECT day FROM runs
      WHERE generation = ${generation} AND day BETWEEN ${from} AND ${to} AND last_position <= ${untouchedSince}
      ORDER BY day DESC LIMIT 1`,
  )
  return newest ? { ...query, to: newest.day } : null
}

/**
 * Returns the condition for runs that started between `from` and `to` and have events after position `untouchedSince`.
 */
export function isTouched(
  generation: number,
  { from, to, funnels, untouchedSince }: Days & { funnels?: readonly string[]; untouchedSince: number },
): Sql {
  // Most days have not changed since. Scanning their runs in the index would take most of the time of the report.
  return allOf([
    sql`generation = ${generation} AND day BETWEEN ${from} AND ${to} AND last_position > ${untouchedSince}`,
    sql`day IN (SELECT counted_days.day FROM counted_days
      WHERE counted_days.generation = ${generation} AND counted_days.position > ${untouchedSince})`,
    ...(funnels === undefined ? [] : [sql`funnel IN ${listOf(funnels)}`]),
  ])
}
