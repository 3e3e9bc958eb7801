import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from '#db/reads/query-plan.ts'

// A past report reads the roll-ups and subtracts the runs with later events. On days without untouched runs nothing
// would remain, so such days at the end of the range, which are nearly all days after the past position, are not read
// at all.

interface Days {
  from: string
  to: string
  untouchedSince?: number
}

/**
 * Returns the range of days on which untouched runs started, or the given range without a filter; null if it is empty.
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

/** Returns the condition for runs that started on these days and have events after a position. */
export function isTouched(
  generation: number,
  { from, to, funnels, untouchedSince }: Days & { funnels?: readonly string[]; untouchedSince: number },
): Sql {
  return allOf([
    sql`generation = ${generation} AND day BETWEEN ${from} AND ${to} AND last_position > ${untouchedSince}`,
    ...(funnels === undefined ? [] : [sql`funnel IN ${listOf(funnels)}`]),
  ])
}
