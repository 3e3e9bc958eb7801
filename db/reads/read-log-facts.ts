import { type Sql, sql } from './query-plan.ts'

/** Implements `EventLog.describeRun`. */
export function typesOfRun(runId: string): Sql {
  return sql`SELECT type, count(*) AS events,
      CAST(sum(octet_length(CAST(data AS text)) + octet_length(CAST(facts AS text)) + octet_length(CAST(meta AS text)))
        AS bigint) AS bytes,
      min(received_at) AS "firstAt", max(received_at) AS "lastAt",
      min(position) AS "firstPosition", max(position) AS "lastPosition"
    FROM events WHERE run_id = ${runId} GROUP BY type ORDER BY min(position)`
}

/** Implements `EventLog.counters`. */
export function countersOfDays(from: string, to: string): Sql {
  return sql`SELECT day, name, count FROM daily_counters WHERE day BETWEEN ${from} AND ${to} ORDER BY day, name`
}

/**
 * Implements `EventLog.rejections`. `elementsOf` returns a call of the engine's function that lists the elements of a
 * JSON array. Most rejected events have the same few lists of issues, so equal lists are counted before they are parsed.
 */
export function rejectionsBetween(
  { from, before, limit }: { from: number; before: number; limit: number },
  elementsOf: (issues: Sql) => Sql,
): Sql {
  return sql`SELECT r.type, r.funnel, i.value ->> 'path' AS path, i.value ->> 'code' AS code,
      CAST(sum(r.count) AS bigint) AS count, max(r.last_at) AS "lastAt"
    FROM (SELECT type, funnel, CAST(issues AS text) AS issues, count(*) AS count, max(received_at) AS last_at
        FROM rejected_events
        WHERE received_at >= ${from} AND received_at < ${before}
          AND coalesce(state, '') NOT IN ('replayed', 'duplicate')
        GROUP BY 1, 2, 3) r,
      ${elementsOf(sql`r.issues`)} i
    GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 6 DESC, 3, 4 LIMIT ${limit}`
}
