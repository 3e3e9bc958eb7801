import type { FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { appendLock, partitionLock } from '#db/postgres/connection/locks.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { type Chosen, preferIndexes, readChosen, runsToKeep } from './removed-runs.ts'

/**
 * Maximum wait for the running reads of the log, which a swap must not overlap. Appends and further reads wait meanwhile.
 */
const lockTimeout = '300ms'
/** Maximum duration of a statement of the swap, and of a pause of the process between two of them. Appends wait meanwhile. */
const swapTimeout = '5s'

const partitionOf = ({ upTo }: PositionRange) => `events_${upTo}`
const keptOf = (range: PositionRange) => `${partitionOf(range)}_kept`

/** Creates an empty table for the events of a partition that stay. An interrupted archiving may have left one. */
export async function createKeptTable(tx: Transaction, range: PositionRange): Promise<void> {
  const kept = keptOf(range)
  await tx.query(`DROP TABLE IF EXISTS ${kept}`)
  await tx.query('SELECT create_events_table($1)', [kept])
  // Proves the bounds, so that attaching the table reads no row.
  await tx.query(
    `ALTER TABLE ${kept} ADD CONSTRAINT bounds CHECK (position >= ${range.after + 1} AND position < ${range.upTo + 1})`,
  )
}

/** Copies the events after `from`, up to and including `to`, of the runs that were not chosen. Returns their number. */
export async function copyKeptEvents(
  tx: Transaction,
  range: PositionRange,
  { from, to }: { from: number; to: number },
): Promise<number> {
  await preferIndexes(tx)
  const { rowCount } = await tx.query(
    `INSERT INTO ${keptOf(range)} SELECT * FROM ${partitionOf(range)} AS e
     WHERE e.position > $1 AND e.position <= $2
       AND NOT EXISTS (SELECT FROM archived_runs a WHERE a.run_id = e.run_id AND a.position > $3)`,
    [from, to, range.after],
  )
  return rowCount ?? 0
}

/** Computes the statistics of the new table before queries use it. */
export const analyzeKeptTable = (tx: Transaction, range: PositionRange) =>
  tx.query(`ANALYZE ${keptOf(range)}`)

/**
 * Keeps the chosen runs that can no longer be removed, without the append lock, so that the swap examines only what is
 * later still. Returns the number of their events, and the new value of `chosen`.
 */
export async function keepChangedRuns(
  tx: Transaction,
  range: FiledRange,
  chosen: Chosen,
): Promise<{ kept: number; chosen: Chosen }> {
  await preferIndexes(tx)
  const next = await readChosen(tx)
  return { kept: await keepRuns(tx, range, await runsToKeep(tx, range, chosen)), chosen: next }
}

/**
 * Records the range and replaces its partition by the table with the events that stay, in one short transaction that holds
 * the append lock. Returns the number of events that are kept although their runs had been chosen. `refuse` throws if the
 * range can no longer be archived.
 */
export async function swapPartition(
  tx: Transaction,
  range: FiledRange,
  { chosen, refuse }: { chosen: Chosen; refuse: (tx: Transaction) => Promise<void> },
): Promise<number> {
  await tx.query(
    `SET LOCAL idle_in_transaction_session_timeout = '${swapTimeout}'; SET LOCAL statement_timeout = '${swapTimeout}'`,
  )
  await preferIndexes(tx)
  await tx.query('SELECT pg_advisory_xact_lock($1)', [partitionLock])
  await tx.query('SELECT pg_advisory_xact_lock($1)', [appendLock])
  await refuse(tx)
  await tx.query(`SET LOCAL lock_timeout = '${lockTimeout}'`)
  // Without ONLY, the statement would lock all partitions, also one that autovacuum or a change of its table has locked.
  await tx.query(`LOCK TABLE ONLY events, ONLY ${partitionOf(range)} IN ACCESS EXCLUSIVE MODE`)
  const kept = await keepRuns(tx, range, await runsToKeep(tx, range, chosen))
  await replace(tx, range)
  await tx.query(
    `INSERT INTO archived_ranges (up_to, after, events, first_at, file, bytes, sha256, archived_at, removed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [
      range.upTo,
      range.after,
      range.events,
      range.firstAt,
      range.file,
      range.bytes,
      range.sha256,
      range.archivedAt,
    ],
  )
  return kept
}

async function keepRuns(tx: Transaction, range: PositionRange, runIds: readonly string[]): Promise<number> {
  if (runIds.length === 0) return 0
  const ofRuns = `FROM ${partitionOf(range)} WHERE run_id = ANY ($1)`
  const { rowCount } = await tx.query(`INSERT INTO ${keptOf(range)} SELECT * ${ofRuns}`, [runIds])
  await tx.query(`DELETE FROM archived_ids WHERE id IN (SELECT id::uuid ${ofRuns})`, [runIds])
  await tx.query('DELETE FROM archived_runs WHERE run_id = ANY ($1)', [runIds])
  return rowCount ?? 0
}

/** Sends all statements at once, because the append lock is held. The files of the partition are removed after the commit. */
async function replace(tx: Transaction, range: PositionRange): Promise<void> {
  const [partition, kept] = [partitionOf(range), keptOf(range)]
  const statements = [
    `ALTER TABLE events DETACH PARTITION ${partition}`,
    `DROP TABLE ${partition}`,
    `ALTER TABLE events ATTACH PARTITION ${kept} FOR VALUES FROM (${range.after + 1}) TO (${range.upTo + 1})`,
    `ALTER TABLE ${kept} DROP CONSTRAINT bounds`,
    `ALTER TABLE ${kept} RENAME TO ${partition}`,
    ...['pkey', 'id', 'run_id_position_idx'].map(
      (index) => `ALTER INDEX ${kept}_${index} RENAME TO ${partition}_${index}`,
    ),
  ]
  await tx.query(statements.join(';'))
}
