import type { NewDelivery } from '../delivery-store.ts'
import { columnsOf } from './columns-of.ts'
import type { Queryable } from './connection.ts'

/** A message is owed once for ever, from the moment its event was received. */
export async function oweDeliveries(client: Queryable, deliveries: readonly NewDelivery[]) {
  if (deliveries.length === 0) return
  const [{ rows }] = await Promise.all([write(client, deliveries), sumCounts(client)])
  const unknown = rows[0]
  if (unknown) throw new Error(`a delivery for position ${unknown.position}, where the log has no event`)
}

/** Answers the first position, if any, at which the log has no event. */
function write(client: Queryable, deliveries: readonly NewDelivery[]) {
  return client.query<{ position: number }>({
    name: 'owe-deliveries',
    text: `WITH owed AS (
       SELECT d.*, e.received_at
       FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::text[])
         AS d (endpoint, position, run_id, event_type, sequence, webhook_id)
       LEFT JOIN events e USING (position)
     ), written AS (
       INSERT INTO deliveries
         (endpoint, position, run_id, event_type, sequence, webhook_id, state, attempts, next_attempt_at, created_at)
       SELECT endpoint, position, run_id, event_type, sequence, webhook_id, 'pending', 0, received_at, received_at
       FROM owed WHERE received_at IS NOT NULL ORDER BY position, endpoint
       ON CONFLICT (endpoint, position) DO NOTHING
     )
     SELECT position FROM owed WHERE received_at IS NULL ORDER BY position LIMIT 1`,
    values: columnsOf(deliveries, ['endpoint', 'position', 'runId', 'eventType', 'sequence', 'webhookId']),
  })
}

/**
 * Each delivery that is owed or ends leaves a row of changes; they are put together here, because only the live runner
 * comes here and so nobody waits for anybody.
 */
function sumCounts(client: Queryable) {
  return client.query({
    name: 'sum-delivery-counts',
    text: `WITH taken AS (DELETE FROM delivery_counts RETURNING state, count)
     INSERT INTO delivery_counts (state, count) SELECT state, sum(count) FROM taken GROUP BY state`,
  })
}
