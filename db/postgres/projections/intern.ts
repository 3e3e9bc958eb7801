import type { ProjectionCommit } from '#db/ports/projection-store.ts'
import {
  type SegmentPart,
  runKinds,
  segmentKey,
  segmentPart,
  storedDimensions,
} from '#domain/runs/dimensions.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/** Functions that return the number by which the database identifies a requested measure or segment. */
export interface Numbers {
  measure: (name: string) => number
  segment: (segment: SegmentPart) => number
}

// Missing names are inserted by a separate statement, so that the next statement also sees the numbers that other
// processes inserted. They are inserted in a fixed order, because the live runner and a rebuild may insert the same
// names and would otherwise deadlock.

/** Reads the numbers that identify the measures and segments of rows. Assigns missing numbers. Takes one round trip. */
export async function internNames(
  client: Queryable,
  { runs, dropOff }: Pick<ProjectionCommit, 'runs' | 'dropOff'>,
): Promise<Numbers> {
  const measureNames = [
    ...new Set([...runs.flatMap((run) => run.measures), ...dropOff.map(({ measure }) => measure)]),
  ]
  const parts = [
    ...runs.flatMap(({ segment }) => runKinds.map((kind) => segmentPart(segment, kind))),
    // The deltas of a group share its segment.
    ...new Set(dropOff.flatMap(({ segment }) => segment ?? [])),
  ]
  const segments = new Map(parts.map((part) => [segmentKey(part), part]))
  const values = columns.map((name) => [...segments.values()].map((part) => part[name]))
  const [, , measures, numbered] = await Promise.all([
    addMeasures(client, measureNames),
    addSegments(client, values),
    findMeasures(client, measureNames),
    findSegments(client, values),
  ])
  const ofMeasure = new Map(measures.map(({ measure, name }) => [name, measure]))
  const ofSegment = new Map(numbered.map(({ segment, ...part }) => [segmentKey(part), segment]))
  const known = new Map<SegmentPart, number>()
  return {
    measure: (name) => ofMeasure.get(name)!,
    segment(part) {
      const number = known.get(part) ?? ofSegment.get(segmentKey(part))!
      known.set(part, number)
      return number
    },
  }
}

const columns = ['kind', ...storedDimensions] as const
const segmentNames = columns.join(', ')
const wantedSegments = `unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) AS d (${segmentNames})`

async function addSegments(client: Queryable, values: string[][]) {
  await client.query({
    name: 'number-segments',
    text: `INSERT INTO segments (${segmentNames})
     SELECT * FROM ${wantedSegments}
     WHERE NOT EXISTS (SELECT FROM segments s
       WHERE ${columns.map((name) => `s.${name} = d.${name}`).join(' AND ')})
     ORDER BY ${segmentNames}
     ON CONFLICT DO NOTHING`,
    values,
  })
}

async function findSegments(client: Queryable, values: string[][]) {
  const { rows } = await client.query<SegmentPart & { segment: number }>({
    name: 'find-segments',
    text: `SELECT s.*
     FROM ${wantedSegments}
     JOIN segments s USING (${segmentNames})`,
    values,
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
