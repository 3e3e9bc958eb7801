import type { ReportKey } from '#domain/reports/keys/report-keys.ts'
import type { AttributionDelta, ProjectionCommit } from '#db/ports/projection-store.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/** Segment number of the rows with the sums of all segments. */
export const totalSegment = 0

/**
 * Adds deltas to `attribution`. Deltas of the same row are summed first, because one upsert must not change a row
 * twice.
 */
export async function addAttribution(
  client: Queryable,
  generation: number,
  deltas: readonly AttributionDelta[],
) {
  if (deltas.length === 0) return
  await client.query({
    name: 'add-attribution',
    text: `INSERT INTO attribution (generation, model, dimension, day, funnel, key, runs, orders, revenue_cents,
       net_revenue_cents)
     SELECT $1, model, dimension, day, funnel, key, sum(runs), sum(orders), sum(revenue_cents), sum(net_revenue_cents)
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[],
         $10::bigint[])
       AS d (model, dimension, day, funnel, key, runs, orders, revenue_cents, net_revenue_cents)
     GROUP BY model, dimension, day, funnel, key
     ON CONFLICT (generation, model, dimension, day, funnel, key) DO UPDATE SET
       runs = attribution.runs + excluded.runs,
       orders = attribution.orders + excluded.orders,
       revenue_cents = attribution.revenue_cents + excluded.revenue_cents,
       net_revenue_cents = attribution.net_revenue_cents + excluded.net_revenue_cents`,
    values: [
      generation,
      ...columnsOf(deltas, {
        model: 'text',
        dimension: 'text',
        day: 'text',
        funnel: 'text',
        key: 'text',
        runs: 'bigint',
        orders: 'bigint',
        revenueCents: 'bigint',
        netRevenueCents: 'bigint',
      }),
    ],
  })
}

export async function addKeys(client: Queryable, generation: number, keys: readonly ReportKey[]) {
  if (keys.length === 0) return
  await client.query({
    name: 'add-keys',
    text: `INSERT INTO report_keys (generation, day, key, dimension)
     SELECT $1, * FROM unnest($2::text[], $3::text[], $4::text[])`,
    values: [generation, ...columnsOf(keys, { day: 'text', key: 'text', dimension: 'text' })],
  })
}

/** Records the days that a batch changes. */
export async function countDays(
  client: Queryable,
  { generation, to, days }: Pick<ProjectionCommit, 'generation' | 'to' | 'days'>,
) {
  if (days.length === 0) return
  await client.query({
    name: 'count-days',
    text: `INSERT INTO counted_days (generation, day, position) SELECT $1, day, $3 FROM unnest($2::text[]) AS d (day)
     ON CONFLICT (generation, day) DO UPDATE SET position = excluded.position`,
    values: [generation, days, to],
  })
}
