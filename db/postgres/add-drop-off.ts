import { type MeasureCounts, addCounts, countsText, noCounts } from '../measure-counts.ts'
import type { DropOffDelta, Segment } from '../projection-store.ts'
import { columnsOf } from './columns-of.ts'
import type { Queryable } from './connection.ts'
import { totalSegment } from './roll-ups.ts'

/** A row of `drop_off` as it will be. */
export interface DropOffRow {
  funnel: string
  segment: number
  day: string
  version: number
  counts: string
}

interface Place extends Pick<DropOffDelta, 'funnel' | 'day' | 'version'> {
  segment: Segment | null
  deltas: DropOffDelta[]
}

/**
 * Adds changes to the rows that they belong to, in two steps so that the second one can go with other writes. The
 * caller holds the generation's checkpoint, so nobody else changes these rows in between.
 */
export async function sumDropOff(
  client: Queryable,
  generation: number,
  deltas: readonly DropOffDelta[],
): Promise<DropOffRow[]> {
  if (deltas.length === 0) return []
  const places = gather(deltas)
  const names = [...new Set(deltas.map(({ measure }) => measure))]
  const [, , numbers, present] = await Promise.all([
    numberSegments(client, places),
    numberMeasures(client, names),
    findMeasures(client, names),
    findRows(client, generation, places),
  ])
  return places.map(({ funnel, day, version, deltas: ofPlace }, index) => {
    const { segment, counts: before } = present[index]!
    const counts: MeasureCounts = []
    addCounts(counts, before ?? noCounts)
    for (const { measure, runs } of ofPlace) {
      const number = numbers.get(measure)!
      counts[number] = (counts[number] ?? 0) + runs
    }
    return { funnel, segment, day, version, counts: countsText(counts) }
  })
}

export async function putDropOff(client: Queryable, generation: number, rows: readonly DropOffRow[]) {
  if (rows.length === 0) return
  await client.query({
    name: 'put-drop-off',
    text: `INSERT INTO drop_off (generation, funnel, segment, day, version, counts)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::int[], $6::text[])
     ON CONFLICT (generation, funnel, segment, day, version) DO UPDATE SET counts = excluded.counts`,
    values: [generation, ...columnsOf(rows, ['funnel', 'segment', 'day', 'version', 'counts'])],
  })
}

function gather(deltas: readonly DropOffDelta[]): Place[] {
  const places = new Map<string, Place>()
  for (const delta of deltas) {
    const { funnel, day, version, segment } = delta
    const key = JSON.stringify([funnel, day, version, segment])
    const place = places.get(key) ?? { funnel, day, version, segment, deltas: [] }
    place.deltas.push(delta)
    places.set(key, place)
  }
  return [...places.values()]
}

// What has no number yet gets one by a statement of its own, so that the one behind it sees also what another process
// has numbered meanwhile; and in a fixed order, because a rebuild beside the live runner may be numbering the same.

async function numberSegments(client: Queryable, places: readonly Place[]) {
  await client.query({
    name: 'number-segments',
    text: `INSERT INTO segments (device, source, medium, campaign)
     SELECT DISTINCT device, source, medium, campaign
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS d (device, source, medium, campaign)
     WHERE device IS NOT NULL
       AND NOT EXISTS (SELECT FROM segments s
         WHERE (s.device, s.source, s.medium, s.campaign) = (d.device, d.source, d.medium, d.campaign))
     ORDER BY device, source, medium, campaign
     ON CONFLICT DO NOTHING`,
    values: segmentColumns(places),
  })
}

async function numberMeasures(client: Queryable, names: readonly string[]) {
  await client.query({
    name: 'number-measures',
    text: `INSERT INTO measures (name)
     SELECT name FROM unnest($1::text[]) AS wanted (name)
     WHERE NOT EXISTS (SELECT FROM measures m WHERE m.name = wanted.name)
     ORDER BY name
     ON CONFLICT DO NOTHING`,
    values: [names],
  })
}

async function findMeasures(client: Queryable, names: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ measure: number; name: string }>({
    name: 'find-measures',
    text: 'SELECT measure, name FROM measures WHERE name = ANY ($1)',
    values: [names],
  })
  return new Map(rows.map(({ measure, name }) => [name, measure]))
}

/** In the order of `places`. */
async function findRows(client: Queryable, generation: number, places: readonly Place[]) {
  const { rows } = await client.query<{ segment: number; counts: string | null }>({
    name: 'find-drop-off',
    text: `SELECT p.segment, d.counts
     FROM (
       SELECT wanted.*, CASE WHEN device IS NULL THEN ${totalSegment} ELSE s.segment END AS segment
       FROM unnest($2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::text[])
         WITH ORDINALITY AS wanted (funnel, day, version, device, source, medium, campaign, place)
       LEFT JOIN segments s USING (device, source, medium, campaign)
     ) p
     LEFT JOIN drop_off d ON d.generation = $1 AND (d.funnel, d.segment, d.day, d.version) = (p.funnel, p.segment, p.day, p.version)
     ORDER BY p.place`,
    values: [generation, ...columnsOf(places, ['funnel', 'day', 'version']), ...segmentColumns(places)],
  })
  return rows
}

function segmentColumns(places: readonly Place[]): (string | null)[][] {
  return (['device', 'source', 'medium', 'campaign'] as const).map((name) =>
    places.map(({ segment }) => segment?.[name] ?? null),
  )
}
