import { endingTypes, visitorTypes } from '#domain/retention/decide-retention.ts'
import type { RetainedRun } from '#db/reads/due-runs.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

interface Row {
  runId: string
  lastSeenAt: number | null
  position: number | null
  orderedAt: number | null
  funnel: string
  facts: Record<string, string | boolean>
  paidAt: number | null
  endedAt: number | null
}

/**
 * Reads the dates that decide the retention of runs. A run without an order takes two lookups, however many events it
 * has.
 */
export async function readRunDates(
  db: Queryable,
  runIds: readonly string[],
  orderPrefix: string,
): Promise<Map<string, RetainedRun>> {
  const { rows } = await db.query<Row>(
    `SELECT run.run_id AS "runId", seen.received_at AS "lastSeenAt", complete.position, complete.at AS "orderedAt",
       complete.funnel, complete.facts, settled."paidAt", settled."endedAt"
     FROM unnest($1::text[]) AS run (run_id)
     LEFT JOIN LATERAL (
       SELECT received_at FROM events e WHERE e.run_id = run.run_id AND e.type = ANY ($3::text[]) AND e.meta ->> 'replayed' IS NULL
       ORDER BY e.position DESC LIMIT 1) AS seen ON true
     LEFT JOIN LATERAL (
       SELECT e.position, e.at, e.funnel, e.facts FROM once_keys k JOIN events e ON e.position = k.position
       WHERE k.key = $2 || run.run_id) AS complete ON true
     LEFT JOIN LATERAL (
       SELECT min(e.at) FILTER (WHERE e.type = 'paid') AS "paidAt",
         max(e.at) FILTER (WHERE e.type = ANY ($4::text[])) AS "endedAt"
       FROM events e
       WHERE e.run_id = run.run_id AND e.position > complete.position AND (e.type = 'paid' OR e.type = ANY ($4::text[]))
     ) AS settled ON true`,
    [runIds, orderPrefix, visitorTypes, endingTypes],
  )
  return new Map(rows.map((row) => [row.runId, toRun(row)]))
}

function toRun({ lastSeenAt, position, orderedAt, funnel, facts, paidAt, endedAt }: Row): RetainedRun {
  const order = position === null ? null : { position, funnel, facts }
  return { lastSeenAt: lastSeenAt ?? 0, orderedAt, paidAt, endedAt, order }
}
