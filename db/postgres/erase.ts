import type { Pool } from 'pg'
import { rewriteTables } from './rewrite-tables.ts'
import { transaction } from './transaction.ts'

type Erasure = { runId: string; upTo: number }

/** Tables in whose files deleted rows of a person would stay. The parts of uploads are unreadable without `uploads`. */
const tables = ['personal_data', 'fingerprints', 'uploads'] as const

/** The setting that says that rows are deleted and their bytes are not gone yet: the transaction that deleted the last of them. */
const owed = 'rewriting_owed'

/**
 * `PersonStore.erase`. Deleted rows stay in a table's file until something else takes their place, so the tables are
 * written anew, which also makes their indexes anew. What a crash has kept from being rewritten is made up for by the
 * next erasure.
 */
export async function erase(pool: Pool, url: string, runs: readonly Erasure[]): Promise<number> {
  const { removed, debt } = await removeRows(pool, runs)
  if (debt === undefined) return removed
  await rewriteTables(url, tables, debt)
  await pool.query('DELETE FROM settings WHERE name = $1 AND value = $2', [owed, debt])
  return removed
}

function removeRows(
  pool: Pool,
  runs: readonly Erasure[],
): Promise<{ removed: number; debt: string | undefined }> {
  return transaction(pool, async (tx) => {
    const { rows } = await tx.query<{ removed: number; others: number }>(
      `WITH erased AS (SELECT * FROM unnest($1::text[], $2::bigint[]) AS erased (run_id, up_to)),
       gone AS (
         DELETE FROM personal_data p USING erased e WHERE p.run_id = e.run_id AND p.position <= e.up_to RETURNING 1),
       -- A fingerprint is a keyed hash of what was entered.
       contents AS (
         DELETE FROM fingerprints f USING events l JOIN erased e ON l.run_id = e.run_id AND l.position <= e.up_to
         WHERE f.position = l.position RETURNING 1),
       uploaded AS (
         DELETE FROM uploads u USING erased e WHERE u.run_id = e.run_id AND u.position < e.up_to RETURNING 1)
       SELECT (SELECT count(*) FROM gone) AS removed,
         (SELECT count(*) FROM contents) + (SELECT count(*) FROM uploaded) AS others`,
      [runs.map(({ runId }) => runId), runs.map(({ upTo }) => upTo)],
    )
    const { removed = 0, others = 0 } = rows[0] ?? {}
    const { rows: debts } = await tx.query<{ value: string }>(
      removed + others > 0
        ? `INSERT INTO settings (name, value) VALUES ($1, pg_current_xact_id()::text)
           ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING value`
        : 'SELECT value FROM settings WHERE name = $1',
      [owed],
    )
    return { removed, debt: debts[0]?.value }
  })
}
