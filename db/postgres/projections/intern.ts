import type { Segment } from '#db/ports/projection-store.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/** Functions that return the number by which the database identifies a requested measure or segment. */
export interface Numbers {
  measure: (name: string) => number
  segment: (segment: Segment) => number
}

// Missing names are inserted by a separate statement, so that the next statement also sees the numbers that other
// processes inserted. They are inserted in a fixed order, because the live runner and a rebuild may insert the same
// names and would otherwise deadlock.

/** Reads the numbers that identify measures and segments. Assigns missing numbers. Takes one round trip. */
export async function internNames(
  client: Queryable,
  wanted: { measures: Iterable<string>; segments: Iterable<Segment> },
): Promise<Numbers> {
  const names = [...new Set(wanted.measures)]
  const segments = new Map([...wanted.segments].map((segment) => [keyOf(segment), segment]))
  const columns = dimensions.map((name) => [...segments.values()].map((segment) => segment[name]))
  const [, , measures, numbered] = await Promise.all([
    addMeasures(client, names),
    addSegments(client, columns),
    findMeasures(client, names),
    findSegments(client, columns),
  ])
  const ofMeasure = new Map(measures.map(({ measure, name }) => [name, measure]))
  const ofSegment = new Map(numbered.map(({ segment, ...values }) => [keyOf(values), segment]))
  return {
    measure: (name) => ofMeasure.get(name)!,
    segment: (segment) => ofSegment.get(keyOf(segment))!,
  }
}

const dimensions = ['device', 'source', 'medium', 'campaign', 'reason'] as const

function keyOf(segment: Segment): string {
  return JSON.stringify(dimensions.map((name) => segment[name]))
}

async function addSegments(client: Queryable, columns: string[][]) {
  await client.query({
    name: 'number-segments',
    text: `INSERT INTO segments (device, source, medium, campaign, reason)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS d (device, source, medium, campaign, reason)
     WHERE NOT EXISTS (SELECT FROM segments s
       WHERE (s.device, s.source, s.medium, s.campaign, s.reason) = (d.device, d.source, d.medium, d.campaign, d.reason))
     ORDER BY device, source, medium, campaign, reason
     ON CONFLICT DO NOTHING`,
    values: columns,
  })
}

async function findSegments(client: Queryable, columns: string[][]) {
  const { rows } = await client.query<Segment & { segment: number }>({
    name: 'find-segments',
    text: `SELECT s.*
     FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS d (device, source, medium, campaign, reason)
     JOIN segments s USING (device, source, medium, campaign, reason)`,
    values: columns,
  })
  return rows
}

async function addMeasures(client: Queryable, names: readonly string[]) {
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

async function findMeasures(client: Queryable, names: readonly string[]) {
  const { rows } = await client.query<{ measure: number; name: string }>({
    name: 'find-measures',
    text: 'SELECT measure, name FROM measures WHERE name = ANY ($1)',
    values: [names],
  })
  return rows
}
