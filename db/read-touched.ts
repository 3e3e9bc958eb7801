import type {
  NewestDayQuery,
  ProjectionStore,
  RunRow,
  TouchedQuery,
  TouchedRuns,
} from './projection-store.ts'
import { runRowsOf } from './read-runs.ts'
import { type Reading, listOf, liveGeneration, rowsOf, sql } from './reading.ts'

interface Touched {
  runId: string
  funnel: string
  day: string
  lastPosition: number
  /** 1 or 0: not of a robot, and there before. */
  counts: number
  known: number
  events: number
  /** Day and funnel of the order. */
  ordered: string | null
}

/** `touchedRuns` of the projection port. `state` comes as the engine's driver gives it. */
export function* readTouchedRuns(query: TouchedQuery): Reading<TouchedRuns> {
  const { generation } = yield* liveGeneration()
  const found = yield* touchedBy(generation, query)
  const standing = found.filter(({ lastPosition }) => lastPosition <= query.to)
  const asked = new Map(standing.filter((run) => isAsked(run, query)).map((run) => [run.runId, run]))
  const rows = yield* runRowsOf(generation, [...asked.keys()])
  const others = standing.filter(({ runId, counts }) => counts === 1 && !asked.has(runId))
  return {
    runs: rows.map((row: RunRow) => {
      const { events, known } = asked.get(row.runId)!
      return { row, events, known: known === 1 }
    }),
    others: addUp(others),
    beyond: found.filter(({ lastPosition }) => lastPosition > query.to).map(({ runId }) => runId),
  }
}

// In steps and subqueries: joined, both engines would rather go through all runs and orders than look up those of a piece.
function* touchedBy(generation: number, { from, to, after, upTo }: TouchedQuery): Reading<Touched[]> {
  const ids = yield* rowsOf<{ runId: string }>(
    sql`SELECT DISTINCT run_id AS "runId" FROM events WHERE position > ${after} AND position <= ${upTo}`,
  )
  return yield* rowsOf<Touched>(
    sql`SELECT r.run_id AS "runId", r.funnel, r.day, r.last_position AS "lastPosition",
        CASE WHEN r.measures <> '' THEN 1 ELSE 0 END AS counts,
        CASE WHEN EXISTS (SELECT 1 FROM events e WHERE e.run_id = r.run_id AND e.position <= ${from})
          THEN 1 ELSE 0 END AS known,
        (SELECT count(*) FROM events e
          WHERE e.run_id = r.run_id AND e.position > ${from} AND e.position <= ${upTo}) AS events,
        CASE WHEN r.status = 'completed' THEN (SELECT o.day || ' ' || o.funnel FROM orders o
          WHERE o.generation = r.generation AND o.order_id = (r.state -> 'order' ->> 'id')) END AS ordered
      FROM runs r
      WHERE r.generation = ${generation} AND r.run_id IN ${listOf(ids.map(({ runId }) => runId))}
        AND (r.last_position <= ${upTo} OR r.last_position > ${to})`,
  )
}

function isAsked({ funnel, day, counts, known }: Touched, { asked }: TouchedQuery): boolean {
  if (known === 1) return true
  const ofFunnel = asked.funnel === undefined || asked.funnel === funnel
  return counts === 1 && ofFunnel && day >= asked.from && day <= asked.to
}

function addUp(runs: readonly Touched[]): TouchedRuns['others'] {
  const sums = new Map<string, TouchedRuns['others'][number]>()
  for (const { funnel, day, ordered, events } of runs) {
    const name = `${funnel}:${day}:${ordered}`
    const about = {
      funnel,
      day,
      orderDay: ordered?.slice(0, 10) ?? null,
      orderFunnel: ordered?.slice(11) ?? null,
    }
    const sum = sums.get(name) ?? { ...about, runs: 0, events: 0 }
    sums.set(name, { ...sum, runs: sum.runs + 1, events: sum.events + events })
  }
  return [...sums.values()]
}

/** `newestDay` of the projection port. */
export function* readNewestDay({
  from,
  to,
  before,
  position,
}: NewestDayQuery): Reading<Awaited<ReturnType<ProjectionStore['newestDay']>>> {
  const { generation } = yield* liveGeneration()
  const [newest] = yield* rowsOf<{ day: string | null }>(
    sql`SELECT max(day) AS day FROM runs
      WHERE generation = ${generation} AND day BETWEEN ${from} AND ${to}
        AND ${before === undefined ? sql`1 = 1` : sql`day < ${before}`}`,
  )
  const day = newest?.day ?? null
  if (day === null) return null
  const untouched = yield* rowsOf<unknown>(
    sql`SELECT 1 AS found FROM runs
      WHERE generation = ${generation} AND day = ${day} AND last_position <= ${position} LIMIT 1`,
  )
  return { day, hasUntouched: untouched.length > 0 }
}
