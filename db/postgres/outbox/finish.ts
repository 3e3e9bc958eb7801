import { claimNextStatement } from '#db/outbox/claim-due.ts'

/** Columns of the CTE `done`. A message that is attempted again has no `state`, any other no `nextAttemptAt`. */
export const doneColumns = {
  id: 'bigint',
  number: 'int',
  startedAt: 'bigint',
  durationMs: 'bigint',
  status: 'int',
  error: 'text',
  state: 'text',
  nextAttemptAt: 'bigint',
} as const

/**
 * Finishes attempts, and claims the next messages of the runs in `$13`. A message may have been removed meanwhile, for
 * example by an erasure. Nothing is recorded for it. Rows are locked in the order of `$1`. An attempt may report its
 * result after its lease has expired. The condition on the state prevents such a late result from reverting a delivery.
 * `$9` holds the ids of the messages that were delivered or discarded.
 *
 * A claim ignores all messages in `$1`. A message that blocks the others of its run until its next attempt must therefore
 * not be finished together with claims.
 */
export const finish = {
  name: 'finish-and-claim-next',
  text: `WITH done AS (
    SELECT * FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::bigint[])
      AS d (id, number, started_at, duration_ms, status, error, state, next_attempt_at)
  ), present AS (
    SELECT d.* FROM done d
    CROSS JOIN LATERAL (SELECT FROM outbox WHERE outbox.id = d.id FOR NO KEY UPDATE) AS locked
  ), recorded AS (
    INSERT INTO outbox_attempts (outbox_id, number, started_at, duration_ms, status, error)
    SELECT id, number, started_at, duration_ms, status, error FROM present
    RETURNING outbox_id
  ), finished AS (
    UPDATE outbox AS o SET (state, next_attempt_at, finished_at, attempts, leased_until, content) = (
      SELECT coalesce(d.state, o.state), coalesce(d.next_attempt_at, o.next_attempt_at),
        CASE WHEN d.state IS NULL THEN o.finished_at ELSE d.started_at + d.duration_ms END, d.number, NULL::bigint,
        CASE WHEN coalesce(d.state, 'dead') = 'dead' THEN o.content END
      FROM done d WHERE d.id = o.id)
    WHERE o.id = ANY (ARRAY(SELECT outbox_id FROM recorded))
      AND (o.state = 'pending' OR (o.state = 'dead' AND o.id = ANY ($9::bigint[])))
    RETURNING o.id
  ) ${claimNextStatement({
    destination: '$10',
    now: '$11::bigint',
    leaseMs: '$12::bigint',
    runIds: '$13::text[]',
    finished: '$1::bigint[]',
    finishing: 'finished',
  })}`,
}
