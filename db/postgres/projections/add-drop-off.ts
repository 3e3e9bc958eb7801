import { type MeasureCounts, changeCounts, noCounts } from '#db/reads/reports/measure-counts.ts'
import type { DropOffDelta } from '#db/ports/projection-store.ts'
import { type MeasureFamily, familyOf } from '#domain/runs/measure-families.ts'
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

interface ChangedRow extends Pick<DropOffDelta, 'funnel' | 'day' | 'version'> {
  segment: number
  family: MeasureFamily
  deltas: DropOffDelta[]
}

/**
 * Returns the rows of `drop_off` that the deltas change, with their new counts. `putDropOff` writes them together with
 * other rows. The caller must have locked the generation's checkpoint, so that no other process changes the rows before
 * they are written.
 */
export async function sumDropOff(
  client: Queryable,
  { generation, deltas }: { generation: number; deltas: readonly DropOffDelta[] },
  numbers: Numbers,
): Promise<DropOffRow[]> {
  if (deltas.length === 0) return []
  const changed = gather(deltas, numbers)
  const present = await findRows(client, generation, changed)
  return changed.map(({ deltas: ofRow, ...row }, index) => {
    const changes: MeasureCounts = new Map()
    for (const { measure, runs } of ofRow) {
      const number = numbers.measure(measure)
      changes.set(number, (changes.get(number) ?? 0) + runs)
    }
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

function gather(deltas: readonly DropOffDelta[], numbers: Numbers): ChangedRow[] {
  const changed = new Map<string, ChangedRow>()
  const families = new Map<string, MeasureFamily>()
  for (const delta of deltas) {
    const { funnel, day, version } = delta
    const segment = delta.segment ? numbers.segment(delta.segment) : totalSegment
    let family = families.get(delta.measure)
    if (!family) families.set(delta.measure, (family = familyOf(delta.measure)))
    const key = `${funnel}:${day}:${version}:${segment}:${family}`
    const row = changed.get(key) ?? { funnel, day, version, segment, family, deltas: [] }
    row.deltas.push(delta)
    changed.set(key, row)
  }
  return [...changed.values()]
}

/** Returns the stored counts, in the order of `changed`. The counts are null for a row that is not stored yet. */
async function findRows(client: Queryable, generation: number, changed: readonly ChangedRow[]) {
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
