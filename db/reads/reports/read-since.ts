import type { ResumedQuery, ResumedRun, SinceCounts, SinceQuery } from '#db/ports/projection-store.ts'
import { isInEffect } from '#db/reads/log/read-archive.ts'
import { type QueryPlan, type Sql, listOf, liveGeneration, rowsOf, sql } from '#db/reads/query-plan.ts'

/** The position of the first event of the run `r`, or of an archived one. */
const firstPosition = sql`coalesce(
  (SELECT a.position FROM archived_runs a WHERE a.run_id = r.run_id AND ${sql.raw(isInEffect)}),
  (SELECT min(e.position) FROM events e WHERE e.run_id = r.run_id))`

/** Implements `ProjectionStore.archivedStates`. The type of `state` is as in `readRuns`. */
export function* readArchivedStates(
  runIds: readonly string[],
): QueryPlan<{ runId: string; state: unknown }[]> {
  const { generation } = yield* liveGeneration()
  return yield* rowsOf(
    sql`SELECT run_id AS "runId", archived_state AS state FROM runs
      WHERE generation = ${generation} AND run_id IN ${listOf(runIds)} AND archived_state IS NOT NULL`,
  )
}

/** Implements `ProjectionStore.resumedRuns`. */
export function* readResumedRuns({ asOf, after, upTo }: ResumedQuery): QueryPlan<ResumedRun[]> {
  const { generation } = yield* liveGeneration()
  const touched = yield* rowsOf<{ runId: string }>(
    sql`SELECT DISTINCT run_id AS "runId" FROM events WHERE position > ${after} AND position <= ${upTo}`,
  )
  // Reads the runs with a second query and subqueries. With a join of runs and events, both engines would scan all
  // runs.
  const found = yield* rowsOf<ResumedRun & { firstAt: number }>(
    sql`SELECT r.run_id AS "runId",
        ${firstPosition} AS "firstAt",
        (SELECT min(e.position) FROM events e WHERE e.run_id = r.run_id AND e.position > ${asOf}) AS "resumedAt"
      FROM runs r
      WHERE r.generation = ${generation} AND r.run_id IN ${listOf(touched.map(({ runId }) => runId))}`,
  )
  return found
    .filter(({ firstAt, resumedAt }) => firstAt <= asOf && resumedAt > after)
    .map(({ runId, resumedAt }) => ({ runId, resumedAt }))
    .toSorted((a, b) => a.resumedAt - b.resumedAt)
}

/** Implements `ProjectionStore.changedDays`. */
export function* readChangedDays({ asOf, from, to, countedBy }: SinceQuery): QueryPlan<string[]> {
  const { generation } = yield* liveGeneration()
  const ofRuns = sql`SELECT day FROM counted_days WHERE generation = ${generation} AND position > ${asOf}`
  const days = yield* rowsOf<{ day: string }>(
    countedBy === 'start'
      ? sql`${ofRuns} AND day BETWEEN ${from} AND ${to} ORDER BY day`
      : sql`SELECT DISTINCT day FROM orders
          WHERE generation = ${generation} AND start_day IN (${ofRuns}) AND last_position > ${asOf}
            AND day BETWEEN ${from} AND ${to} ORDER BY day`,
  )
  return days.map(({ day }) => day)
}

/** Implements `ProjectionStore.countSince`. */
export function* readSinceCounts(query: SinceQuery): QueryPlan<SinceCounts> {
  const { asOf, upTo } = query
  const { generation } = yield* liveGeneration()
  const [sums] = yield* rowsOf<Record<keyof SinceCounts, number | null>>(
    sql`SELECT CAST(sum(events) AS bigint) AS events,
        CAST(sum(1 - known) AS bigint) AS "newRuns",
        CAST(sum(known) AS bigint) AS "resumedRuns",
        CAST(sum(ordered) AS bigint) AS "newOrders"
      FROM (
        SELECT
          (SELECT count(*) FROM events e
            WHERE e.run_id = r.run_id AND e.position > ${asOf} AND e.position <= ${upTo}) AS events,
          CASE WHEN ${firstPosition} <= ${asOf}
            THEN 1 ELSE 0 END AS known,
          ordered
        FROM ${query.countedBy === 'start' ? startedRuns(generation, query) : orderedRuns(generation, query)} AS r
      ) AS touched
      WHERE events > 0`,
  )
  const { events, newRuns, resumedRuns, newOrders } = sums!
  return {
    events: events ?? 0,
    newRuns: newRuns ?? 0,
    resumedRuns: resumedRuns ?? 0,
    newOrders: newOrders ?? 0,
  }
}

/**
 * Selects the runs that started between `from` and `to` and have events after position `asOf`. `ordered` is 1 if the
 * position of the run's order is greater than `asOf` and at most `upTo`. Robots' runs, which have no measures, are left
 * out.
 */
function startedRuns(generation: number, { asOf, upTo, from, to, funnel }: SinceQuery): Sql {
  return sql`(SELECT run_id,
      CASE WHEN status = 'completed' AND CAST(state -> 'order' ->> 'position' AS bigint) > ${asOf}
        AND CAST(state -> 'order' ->> 'position' AS bigint) <= ${upTo} THEN 1 ELSE 0 END AS ordered
    FROM runs
    WHERE generation = ${generation} AND day BETWEEN ${from} AND ${to} AND last_position > ${asOf}
      AND measures <> '' AND ${isOf(funnel)})`
}

function orderedRuns(generation: number, { asOf, upTo, from, to, funnel }: SinceQuery): Sql {
  return sql`(SELECT o.run_id,
      CASE WHEN o.position > ${asOf} AND o.position <= ${upTo} THEN 1 ELSE 0 END AS ordered
    FROM (SELECT generation, run_id, position FROM orders
      WHERE generation = ${generation} AND day BETWEEN ${from} AND ${to} AND last_position > ${asOf}
        AND ${isOf(funnel)}) AS o
    JOIN runs t ON t.generation = o.generation AND t.run_id = o.run_id
    WHERE t.last_position > ${asOf} AND t.measures <> '')`
}

function isOf(funnel: string | undefined): Sql {
  return funnel === undefined ? sql`1 = 1` : sql`funnel = ${funnel}`
}
