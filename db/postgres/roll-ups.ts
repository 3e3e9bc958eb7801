import type { AttributionDelta, DropOffDelta } from '../projection-store.ts'
import { columnsOf } from './columns-of.ts'
import type { Queryable } from './connection.ts'

/** All segments together. */
export const totalSegment = 0

/** The same row may come twice in a batch and an upsert meets a row once, so the batch is summed first. */
export async function addDropOff(client: Queryable, generation: number, deltas: readonly DropOffDelta[]) {
  if (deltas.length === 0) return
  const numbering = numberSegments(client, deltas)
  const adding = client.query({
    name: 'add-drop-off',
    text: `INSERT INTO drop_off (generation, funnel, segment, day, version, measure, runs)
     SELECT $1, d.funnel, CASE WHEN d.device IS NULL THEN ${totalSegment} ELSE s.segment END AS number,
       d.day, d.version, d.measure, sum(d.runs)
     FROM unnest($2::text[], $3::int[], $4::text[], $5::text[], $6::bigint[],
         $7::text[], $8::text[], $9::text[], $10::text[])
       AS d (funnel, version, day, measure, runs, device, source, medium, campaign)
     LEFT JOIN segments s USING (device, source, medium, campaign)
     GROUP BY d.funnel, number, d.day, d.version, d.measure
     ON CONFLICT (generation, funnel, segment, day, version, measure)
       DO UPDATE SET runs = drop_off.runs + excluded.runs`,
    values: [
      generation,
      ...columnsOf(deltas, ['funnel', 'version', 'day', 'measure', 'runs']),
      ...segmentColumns(deltas),
    ],
  })
  await Promise.all([numbering, adding])
}

/** A statement of its own, so that the next one sees also what another process has numbered meanwhile. */
async function numberSegments(client: Queryable, deltas: readonly DropOffDelta[]) {
  await client.query({
    name: 'number-segments',
    // In a fixed order: a rebuild beside the live runner may be numbering the same ones.
    text: `INSERT INTO segments (device, source, medium, campaign)
     SELECT DISTINCT device, source, medium, campaign
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS d (device, source, medium, campaign)
     WHERE device IS NOT NULL
       AND NOT EXISTS (SELECT FROM segments s
         WHERE (s.device, s.source, s.medium, s.campaign) = (d.device, d.source, d.medium, d.campaign))
     ORDER BY device, source, medium, campaign
     ON CONFLICT DO NOTHING`,
    values: segmentColumns(deltas),
  })
}

function segmentColumns(deltas: readonly DropOffDelta[]): (string | null)[][] {
  return (['device', 'source', 'medium', 'campaign'] as const).map((name) =>
    deltas.map(({ segment }) => segment?.[name] ?? null),
  )
}

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
