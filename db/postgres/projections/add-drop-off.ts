import { type MeasureCounts, changeCounts, noCounts } from '#db/reads/reports/measure-counts.ts'
import type { DropOffChange } from '#db/ports/projection-store.ts'
import type { MeasureFamily } from '#domain/runs/measure-families.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import type { Numbers } from './intern.ts'
import { totalSegment } from './roll-ups.ts'

const keyColumns = { funnel: 'text', segment: 'bigint', family: 'text', day: 'text', version: 'int' } as const

/** A row of `drop_off` with its new counts. */
export interface DropOffRow {
  funnel: string
  segment: number
  family: MeasureFamily
  day: string
  version: number
  counts: string
}

/**
 * Returns the rows of `drop_off` that the changes affect, with their new counts. `putDropOff` writes them together with
 * other rows. The caller must have locked the generation's checkpoint, so that no other process changes the rows before
 * they are written.
 */
export async function sumDropOff(
  client: Queryable,
  { generation, dropOff }: { generation: number; dropOff: readonly DropOffChange[] },
  numbers: Numbers,
): Promise<DropOffRow[]> {
  if (dropOff.length === 0) return []
  const changed = dropOff.map(({ funnel, segment, family, day, version, runs }) => ({
    funnel,
    segment: segment ? numbers.segment(segment) : totalSegment,
    family,
    day,
    version,
    runs,
  }))
  const present = await findRows(client, generation, changed)
  return changed.map(({ runs, ...row }, index) => {
    const changes: MeasureCounts = new Map()
    for (const [measure, count] of runs) changes.set(numbers.measure(measure), count)
    return { ...row, counts: changeCounts(present[index]!.counts ?? noCounts, changes) }
  })
}

export async function putDropOff(client: Queryable, generation: number, rows: readonly DropOffRow[]) {
  if (rows.length === 0) return
  await client.query({
    name: 'put-drop-off',
    text: `INSERT INTO drop_off (generation, funnel, segment, family, day, version, counts)
     SELECT $1, * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::int[], $7::text[])
     ON CONFLICT (generation, funnel, segment, family, day, version) DO UPDATE SET counts = excluded.counts`,
    values: [generation, ...columnsOf(rows, { ...keyColumns, counts: 'text' })],
  })
}

/** Returns the stored counts, in the order of `changed`. The counts are null for a row that is not stored yet. */
async function findRows(
  client: Queryable,
  generation: number,
  changed: readonly Omit<DropOffRow, 'counts'>[],
) {
  const { rows } = await client.query<{ counts: string | null }>({
    name: 'find-drop-off',
    text: `SELECT d.counts
     FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::int[])
       WITH ORDINALITY AS p (funnel, segment, family, day, version, ordinal)
     LEFT JOIN drop_off d ON d.generation = $1
       AND (d.funnel, d.segment, d.family, d.day, d.version) = (p.funnel, p.segment, p.family, p.day, p.version)
     ORDER BY p.ordinal`,
    values: [generation, ...columnsOf(changed, keyColumns)],
  })
  return rows
}
