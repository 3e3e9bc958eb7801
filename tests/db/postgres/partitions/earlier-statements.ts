import { onTestFinished } from 'vitest'
import { Pool } from 'pg'

/** Statements of the last version before partitions (e70da14e), which prepares them once for each connection. */
const statements = {
  'append-known': `
    SELECT 'head' AS kind, NULL AS key, (SELECT coalesce(max(position), 0) AS head FROM (
        SELECT max(position) AS position FROM events
        UNION ALL SELECT max(position) FROM operational_events) AS ends) AS position,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS extra
    UNION ALL SELECT 'keys', NULL,
      coalesce((SELECT value::bigint FROM settings WHERE name = 'last_key_change'), 0), NULL
    UNION ALL SELECT 'id', id, position, NULL FROM events WHERE id = ANY ($1)
    UNION ALL SELECT 'suppressed', id, position, forget_at FROM suppressed_ids WHERE id = ANY ($1)
    UNION ALL SELECT 'once', key, position, NULL FROM once_keys WHERE key = ANY ($2)
    UNION ALL SELECT 'content', fingerprint, position, expires_at FROM fingerprints WHERE fingerprint = ANY ($3)
    UNION ALL SELECT 'usage', run_id, events, bytes FROM run_usage WHERE run_id = ANY ($4)
    UNION ALL SELECT 'replayable', NULL, id, NULL FROM rejected_events WHERE id = ANY ($5::bigint[]) AND state = 'kept'`,
  'read-runs': `
    SELECT position, id, type, funnel, funnel_version AS "funnelVersion", run_id AS "runId", session_id AS "sessionId",
      step, occurred_at AS "occurredAt", sent_at AS "sentAt", received_at AS "receivedAt", at, data, facts, meta
    FROM (SELECT *, sum(size) OVER (ORDER BY position ASC) AS held
      FROM (SELECT *, (octet_length(data::text) + octet_length(facts::text) + octet_length(meta::text)) AS size
        FROM events WHERE run_id = ANY ($1::text[]) AND position > $2 AND position <= $3
        ORDER BY position ASC LIMIT $4) AS range
    ) AS weighed WHERE held - size < $5 ORDER BY position`,
  'enqueue-messages': `
    WITH pending AS (
      SELECT m.*, e.received_at
      FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[], $7::bigint[])
        AS m (destination, position, run_id, event_type, sequence, message_id, due_at)
      LEFT JOIN events e USING (position)
    ), written AS (
      INSERT INTO outbox
        (destination, position, run_id, event_type, sequence, message_id, state, attempts, next_attempt_at, created_at)
      SELECT destination, position, run_id, event_type, sequence, message_id, 'pending', 0, coalesce(due_at, received_at), received_at
      FROM pending WHERE received_at IS NOT NULL ORDER BY position, destination
      ON CONFLICT (destination, position) DO NOTHING
    )
    SELECT position FROM pending WHERE received_at IS NULL ORDER BY position LIMIT 1`,
}

/** Returns a function that executes these statements on a connection without settings, like that version. */
export function prepareEarlierStatements(url: string) {
  const pool = new Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  return async (name: keyof typeof statements, values: unknown[]): Promise<unknown[]> =>
    (await pool.query({ name, text: statements[name], values })).rows
}
