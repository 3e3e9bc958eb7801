import type { AppendRows } from '../append-rows.ts'
import { texts } from './binary-array.ts'
import type { Transaction } from './transaction.ts'

/** What the database says about a batch: positions that its ids, keys and contents have already. */
export interface Standing {
  /** Last position of the log. */
  head: number
  ids: Map<string, number>
  onceKeys: Map<string, number>
  fingerprints: Map<string, number>
}

interface Row {
  kind: 'head' | 'id' | 'once' | 'fingerprint'
  key: string | null
  position: number
}

/** One statement, so one round trip. A fingerprint counts only while now < expires_at ≤ now + window: see SQLite's. */
const text = `
  SELECT 'head' AS kind, NULL AS key, coalesce(max(position), 0) AS position FROM events
  UNION ALL SELECT 'id', id, position FROM suppressed_ids WHERE id = ANY ($1) AND forget_at > $4
  UNION ALL SELECT 'id', id, position FROM events WHERE id = ANY ($1)
  UNION ALL SELECT 'once', key, position FROM once_keys WHERE key = ANY ($2)
  UNION ALL SELECT 'fingerprint', fingerprint, position FROM fingerprints
    WHERE fingerprint = ANY ($3) AND expires_at > $4 AND expires_at <= $5`

export async function findStanding(
  tx: Transaction,
  { rows: asked, now, dedupeWindowMs }: AppendRows,
): Promise<Standing> {
  const { rows } = await tx.query<Row>({
    name: 'append-standing',
    text,
    values: [
      texts(asked.map(({ id }) => id)),
      texts(asked.flatMap(({ once }) => once ?? [])),
      texts(asked.flatMap(({ fingerprint }) => fingerprint ?? [])),
      now,
      now + dedupeWindowMs,
    ],
  })
  const of = (kind: Row['kind']) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.key as string, row.position]] : [])))
  return {
    head: rows.find(({ kind }) => kind === 'head')?.position ?? 0,
    ids: of('id'),
    onceKeys: of('once'),
    fingerprints: of('fingerprint'),
  }
}
