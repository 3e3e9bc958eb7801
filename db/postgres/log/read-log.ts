import type { Pool, QueryResultRow } from 'pg'
import type { EventLog, EventsOfType, RejectionCount } from '#db/ports/event-log.ts'
import { eventBy, eventColumns, eventsOfOrder, firstStartOf, lastEventOf } from '#db/reads/read-events.ts'
import { emptyUpToQuery, headQuery } from '#db/reads/log/log-head.ts'
import { countersOfDays, rejectionsBetween, typesOfRun } from '#db/reads/read-log-facts.ts'
import { ArchivedMeanwhile, readPositionAt, timeAtQuery } from '#db/reads/position-at.ts'
import { type Sql, sql } from '#db/reads/query-plan.ts'
import { maxPageBytes, maxPageEvents, maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import { runQuery, runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

/** Creates the reading methods of `EventLog`. */
export function createLogReads(pool: Pool): Omit<EventLog, 'append'> {
  const query = <Row extends QueryResultRow>(statement: Sql) => runQuery<Row>(pool, statement)
  return {
    ...createPageReads(pool),
    readOrder: async (runId) => (await query<StoredEvent>(eventsOfOrder(runId))).toReversed(),
    firstStart: async (runId) => {
      const [start] = await query<StoredEvent>(firstStartOf(runId))
      return start?.type === 'start' ? start : undefined
    },
    lastOfRun: async (runId) => (await query<StoredEvent>(lastEventOf(runId)))[0],
    find: async (key) => (await query<StoredEvent>(eventBy(key)))[0],
    head: async () => (await query<{ head: number }>(headQuery))[0]!.head,
    emptyUpTo: async (after) => (await query<{ upTo: number }>(emptyUpToQuery(after)))[0]!.upTo,
    timeAt: async (position) => (await query<{ at: number }>(timeAtQuery(position)))[0]?.at,
    positionAt: async (instant) => {
      const read = () => runQueryPlan(pool, readPositionAt(instant))
      try {
        return await read()
      } catch (error) {
        // A read that waits for the swap of a partition has a snapshot from before the swap.
        if (error instanceof ArchivedMeanwhile) return read()
        throw error
      }
    },
    describeRun: (runId) => query<EventsOfType>(typesOfRun(runId)),
    rejections: (from, before, limit) =>
      query<RejectionCount>(
        rejectionsBetween(
          { from, before, limit },
          (issues) => sql`json_array_elements(CAST(${issues} AS json))`,
        ),
      ),
    counters: (from, to) => query<{ day: string; name: string; count: number }>(countersOfDays(from, to)),
  }
}

const jsonBytes = '(octet_length(data::text) + octet_length(facts::text) + octet_length(meta::text))'

/**
 * Returns a subquery that selects events from the beginning (`ASC`) or the end (`DESC`) of a range. The selection ends
 * after `limit` events, or with the event at which the total size of their JSON reaches `bytes`.
 */
function within(where: string, order: 'ASC' | 'DESC', limit: string, bytes: string): string {
  return `(SELECT *, sum(size) OVER (ORDER BY position ${order}) AS held
    FROM (SELECT *, ${jsonBytes} AS size FROM events WHERE ${where} ORDER BY position ${order} LIMIT ${limit}) AS range
  ) AS weighed WHERE held - size < ${bytes} ORDER BY position`
}

/**
 * Returns the statement that reads the events of several runs, each limited like `readRun`. It guarantees no order. It is
 * prepared, because deliveries of messages run it.
 */
export function readEachRunStatement(runIds: readonly string[]) {
  const source = within('run_id = wanted.run_id', 'DESC', '$2', '$3')
  return {
    name: 'read-each-run',
    text: `SELECT of_run.* FROM unnest($1::text[]) AS wanted (run_id)
      CROSS JOIN LATERAL (SELECT ${eventColumns} FROM ${source}) AS of_run`,
    values: [runIds, maxRunEvents, maxRunBytes],
  }
}

/**
 * Creates the methods that read pages of events. Those that projections call use prepared statements, because they read
 * millions of events.
 */
function createPageReads(pool: Pool): Pick<EventLog, 'read' | 'readRun' | 'readRuns'> {
  const select = async (name: string | undefined, source: string, values: unknown[]) => {
    const text = `SELECT ${eventColumns} FROM ${source}`
    return (await pool.query<StoredEvent>({ ...(name && { name }), text, values })).rows
  }
  return {
    read: (after, limit) =>
      select('read-log', within('position > $1', 'ASC', '$2', '$3'), [after, limit, maxPageBytes]),
    readRun: (runId, upTo = Number.MAX_SAFE_INTEGER) =>
      select('read-run', within('run_id = $1 AND position <= $2', 'DESC', '$3', '$4'), [
        runId,
        upTo,
        maxRunEvents,
        maxRunBytes,
      ]),
    readRuns: ({ runIds, after, upTo }) =>
      // Not prepared: without the values, a range of positions seems so small that it would be read completely.
      select(
        undefined,
        within('run_id = ANY ($1::text[]) AND position > $2 AND position <= $3', 'ASC', '$4', '$5'),
        [runIds, after, upTo, maxPageEvents, maxPageBytes],
      ),
  }
}
