import type { EventsOfType, RejectionCount, RunsEventsQuery } from '#db/ports/event-log.ts'
import { eventBy, eventColumns, eventsOfOrder, firstStartOf, lastEventOf } from '#db/reads/read-events.ts'
import { emptyUpToQuery, headQuery } from '#db/reads/log/log-head.ts'
import { countersOfDays, rejectionsBetween, typesOfRun } from '#db/reads/read-log-facts.ts'
import { readPositionAt, timeAtQuery } from '#db/reads/position-at.ts'
import { type Sql, sql } from '#db/reads/query-plan.ts'
import { maxPageBytes, maxPageEvents, maxRunBytes, takeBytes } from '#db/reads/run-reads.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { readRunRows } from '#db/sqlite/connection/read-run-rows.ts'
import { runQuery, runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'
import type { EventRow, EventValues } from './event-row.ts'

/** Creates the reading methods of `EventLog`. */
export function createLogReads(connection: Connection) {
  const query = <Row>(statement: Sql) => runQuery<Row>(connection, statement)
  return {
    ...createPageReads(connection),
    readOrder: (runId: string) => query<EventRow>(eventsOfOrder(runId)).toReversed(),
    firstStart: (runId: string) => query<EventRow>(firstStartOf(runId)).at(0),
    lastOfRun: (runId: string) => query<EventRow>(lastEventOf(runId)).at(0),
    find: (key: { id: string } | { once: string }) => query<EventRow>(eventBy(key)).at(0),
    head: () => query<{ head: number }>(headQuery)[0]!.head,
    emptyUpTo: (after: number) => query<{ upTo: number }>(emptyUpToQuery(after))[0]!.upTo,
    timeAt: (position: number) => query<{ at: number }>(timeAtQuery(position))[0]?.at,
    positionAt: (instant: number) => runQueryPlan(connection, readPositionAt(instant)),
    describeRun: (runId: string) => query<EventsOfType>(typesOfRun(runId)),
    rejections: (from: number, before: number, limit: number) =>
      query<RejectionCount>(
        rejectionsBetween({ from, before, limit }, (issues) => sql`json_each(${issues})`),
      ),
    counters: (from: string, to: string) =>
      query<{ day: string; name: string; count: number }>(countersOfDays(from, to)),
  }
}

/**
 * Creates the functions that read pages of events. They use prepared statements, because projections read millions of
 * events.
 */
function createPageReads({ sqlite }: Connection) {
  const select = <Bind extends unknown[]>(rest: string) =>
    sqlite.prepare<Bind, EventValues>(`SELECT ${eventColumns} FROM events ${rest}`).raw()
  const after = select<[number, number]>('WHERE position > ? ORDER BY position LIMIT ?')
  const ofRun = select<[string, number, number]>(
    'WHERE run_id = ? AND position <= ? ORDER BY position DESC LIMIT ?',
  )
  const ofRuns = select<[string, number, number, number]>(
    // The subquery finds the positions of the page in an index. SQLite then reads and sorts only these rows.
    `WHERE position IN (
       SELECT position FROM events WHERE run_id IN (SELECT value FROM json_each(?)) AND position > ? AND position <= ?
       ORDER BY position LIMIT ?)
     ORDER BY position`,
  )
  return {
    read: (position: number, limit: number): EventValues[] =>
      takeBytes(after.iterate(position, limit), maxPageBytes, jsonBytes),
    readRun: (runId: string, upTo = Number.MAX_SAFE_INTEGER): EventValues[] =>
      takeBytes(readRunRows(ofRun, runId, upTo), maxRunBytes, jsonBytes).toReversed(),
    readRuns: (query: RunsEventsQuery): EventValues[] =>
      takeBytes(
        ofRuns.iterate(JSON.stringify(query.runIds), query.after, query.upTo, maxPageEvents),
        maxPageBytes,
        jsonBytes,
      ),
  }
}

function jsonBytes([, , , , , , , , , , , , data, facts, meta]: EventValues): number {
  return Buffer.byteLength(data) + Buffer.byteLength(facts) + Buffer.byteLength(meta)
}
