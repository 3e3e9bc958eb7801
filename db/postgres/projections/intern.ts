import type { ProjectionCommit } from '#db/ports/projection-store.ts'
import {
  type RunKind,
  type RunSegment,
  type SegmentPart,
  runKinds,
  segmentKey,
  segmentPart,
  storedDimensions,
} from '#domain/runs/dimensions.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'

/** Functions that return the number by which the database identifies a requested measure or segment. */
export interface Numbers {
  measure: (name: string) => number
  segment: (segment: SegmentPart) => number
  /** Returns the numbers of the segments of a run, one per kind. */
  ofRun: (segment: RunSegment) => Record<RunKind, number>
}

/** Numbers that the database is known to contain. */
export interface KnownNumbers {
  measures: Map<string, number>
  /** By `segmentKey`. */
  segments: Map<string, number>
}

export const noNumbers = (): KnownNumbers => ({ measures: new Map(), segments: new Map() })

// Missing names are inserted by a separate statement, so that the next statement also sees the numbers that other
// processes inserted. They are inserted in a fixed order, because the live runner and a rebuild may insert the same
// names and would otherwise deadlock.

/**
 * Reads the numbers that identify the measures and segments of rows, unless they are in `known`, and adds them to `known`.
 * Assigns missing numbers. Takes at most one round trip. If the transaction is rolled back, `known` must not be used again.
 */
export async function internNames(
  client: Queryable,
  { runs, dropOff }: Pick<ProjectionCommit, 'runs' | 'dropOff'>,
  known: KnownNumbers = noNumbers(),
): Promise<Numbers> {
  const { measures, segments } = known
  // Many runs of a batch have the same segment, and the changes of a group share theirs.
  const keysOfRuns = new Map<string, Record<RunKind, string>>()
  const keysOfParts = new Map<SegmentPart, string>()
  const unknown = new Map<string, SegmentPart>()
  const keyOf = (part: SegmentPart) => {
    const key = segmentKey(part)
    if (!segments.has(key)) unknown.set(key, part)
    return key
  }
  for (const { segment } of runs) {
    const text = JSON.stringify(segment)
    if (!keysOfRuns.has(text))
      keysOfRuns.set(
        text,
        ofKinds((kind) => keyOf(segmentPart(segment, kind))),
      )
  }
  for (const { segment } of dropOff)
    if (segment && !keysOfParts.has(segment)) keysOfParts.set(segment, keyOf(segment))
  const names = new Set([
    ...runs.flatMap((run) => run.measures),
    ...dropOff.flatMap((change) => [...change.runs.keys()]),
  ])
  await Promise.all([
    numberMeasures(client, [...names.difference(measures)], measures),
    numberSegments(client, [...unknown.values()], segments),
  ])
  const numbersOfRuns = new Map(
    [...keysOfRuns].map(([text, keys]) => [text, ofKinds((kind) => segments.get(keys[kind])!)]),
  )
  return {
    measure: (name) => measures.get(name)!,
    segment: (part) => segments.get(keysOfParts.get(part) ?? segmentKey(part))!,
    ofRun: (segment) => numbersOfRuns.get(JSON.stringify(segment))!,
  }
}

function ofKinds<Value>(valueOf: (kind: RunKind) => Value): Record<RunKind, Value> {
  return Object.fromEntries(runKinds.map((kind) => [kind, valueOf(kind)])) as Record<RunKind, Value>
}

async function numberMeasures(client: Queryable, names: readonly string[], numbers: Map<string, number>) {
  if (names.length === 0) return
  const [, found] = await Promise.all([addMeasures(client, names), findMeasures(client, names)])
  for (const { measure, name } of found) numbers.set(name, measure)
}

async function numberSegments(
  client: Queryable,
  parts: readonly SegmentPart[],
  numbers: Map<string, number>,
) {
  if (parts.length === 0) return
  const values = columnsOf(parts, segmentColumns)
  const [, found] = await Promise.all([addSegments(client, values), findSegments(client, values)])
  for (const { segment, ...part } of found) numbers.set(segmentKey(part), segment)
}

const columns = ['kind', ...storedDimensions] as const
const segmentColumns = Object.fromEntries(columns.map((name) => [name, 'text' as const]))
const segmentNames = columns.join(', ')
const wantedSegments = `unnest(${columns.map((_, index) => `$${index + 1}::text[]`).join(', ')}) AS d (${segmentNames})`

async function addSegments(client: Queryable, values: Buffer[]) {
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

async function findSegments(client: Queryable, values: Buffer[]) {
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
