import type { AttributionDelta } from '../projection-store.ts'
import { columnsOf } from './columns-of.ts'
import type { Queryable } from './connection.ts'

/** All segments together. */
export const totalSegment = 0

/** The same row may come twice in a batch and an upsert meets a row once, so the batch is summed first. */
export async function addAttribution(
  client: Queryable,
  generation: number,
  deltas: readonly AttributionDelta[],
) {
  if (deltas.length === 0) return
  await client.query({
    name: 'add-attribution',
    text: `INSERT INTO attribution (generation, model, dimension, day, funnel, key, runs, orders, revenue_cents)
     SELECT $1, model, dimension, day, funnel, key, sum(runs), sum(orders), sum(revenue_cents)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[])
       AS d (model, dimension, day, funnel, key, runs, orders, revenue_cents)
     GROUP BY model, dimension, day, funnel, key
     ON CONFLICT (generation, model, dimension, day, funnel, key) DO UPDATE SET
       runs = attribution.runs + excluded.runs,
       orders = attribution.orders + excluded.orders,
       revenue_cents = attribution.revenue_cents + excluded.revenue_cents`,
    values: [
      generation,
      ...columnsOf(deltas, ['model', 'dimension', 'day', 'funnel', 'key', 'runs', 'orders', 'revenueCents']),
    ],
  })
}
