import { berlinDay } from '#domain/time/berlin-time.ts'
import { type QueryPlan, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'
import type { LiveCounts, LiveQuery } from '#db/ports/report-store.ts'

/** Implements `ReportStore.live`. Leaves out robots' runs, which have no measures. */
export function* readLive({ since, until, activeSince }: LiveQuery): QueryPlan<LiveCounts> {
  const { generation, asOfPosition } = yield* liveGeneration()
  // The queries also filter by day, so that they can use an index on generation, day and time.
  const days = listOf([...new Set([since, until].map(berlinDay))])
  const started = yield* rowsOf<LiveCounts['started'][number]>(
    sql`SELECT started_at - started_at % 60000 AS minute, funnel, count(*) AS runs FROM runs
      WHERE generation = ${generation} AND day IN ${days} AND started_at BETWEEN ${since} AND ${until}
        AND measures <> ''
      GROUP BY minute, funnel`,
  )
  const ordered = yield* rowsOf<LiveCounts['ordered'][number]>(
    sql`SELECT o.at - o.at % 60000 AS minute, o.funnel, count(*) AS orders
      FROM orders o JOIN runs r ON r.generation = o.generation AND r.run_id = o.run_id
      WHERE o.generation = ${generation} AND o.day IN ${days} AND o.at BETWEEN ${since} AND ${until}
        AND r.measures <> ''
      GROUP BY minute, o.funnel`,
  )
  const [active] = yield* rowsOf<{ runs: number }>(
    sql`SELECT count(*) AS runs FROM runs
      WHERE generation = ${generation} AND silent_since >= ${activeSince} AND measures <> ''`,
  )
  return { asOfPosition, activeRuns: active!.runs, started, ordered }
}
