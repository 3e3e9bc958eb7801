import type { Pool } from 'pg'
import type { DataClass } from '#domain/retention/data-class.ts'
import { maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import { queryInOrder } from '#db/postgres/grouping/query-in-order.ts'
import { readEachRunStatement } from '#db/postgres/log/read-log.ts'
import { byPartition, keyPartition } from '#db/postgres/keys/partitions.ts'

/** A row of the vault that is still encrypted, with the encrypted key of its values. */
export interface SealedRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
  wrapped: Buffer
}

/** A run, and the last position up to which its values are read. */
export interface AsOf {
  runId: string
  upTo: number
}

/** A row of the run with this index among those that are read together. */
type ValueRow = Omit<SealedRow, 'wrapped'> & { index: number }

type KeyRow = Pick<SealedRow, 'dataClass' | 'wrapped'> & { runId: string }

/**
 * Reads the values of several runs, and then all their events, in one round trip. Values whose key was destroyed are
 * skipped. The keys are read by a separate statement, so a key may be older than its values.
 */
export async function readSealedRuns(
  pool: Pool,
  runs: readonly AsOf[],
): Promise<{ sealed: SealedRow[]; events: StoredEvent[] }[]> {
  const runIds = [...new Set(runs.map(({ runId }) => runId))]
  const statements = [keysStatement(runIds), valuesStatement(runs), readEachRunStatement(runIds)] as const
  const [keyRows, valueRows, eventRows] = await queryInOrder<[KeyRow, ValueRow, StoredEvent]>(
    pool,
    statements,
  )
  const keysOf = Map.groupBy(keyRows, (row) => row.runId)
  const valuesOf = Map.groupBy(valueRows, ({ index }) => index)
  const eventsOf = Map.groupBy(eventRows, (event) => event.runId)
  return runs.map(({ runId }, index) => {
    const wrappedOf = new Map(keysOf.get(runId)?.map(({ dataClass, wrapped }) => [dataClass, wrapped]))
    const sealed = inLogOrder(valuesOf.get(index)).flatMap((row) => {
      const wrapped = wrappedOf.get(row.dataClass)
      return wrapped ? { ...row, wrapped } : []
    })
    return { sealed, events: inLogOrder(eventsOf.get(runId)) }
  })
}

export function inLogOrder<Row extends { position: number }>(rows: readonly Row[] = []): Row[] {
  return rows.toSorted((one, other) => one.position - other.position)
}

/**
 * Returns the statement that reads the keys of several runs. It names only the partitions of these runs, so that an
 * erasure in another partition does not have to wait for it. It is not prepared, because there are too many sets of
 * partitions.
 */
function keysStatement(runIds: readonly string[]) {
  const parts = [...byPartition(runIds.map((runId) => ({ runId })))]
  const selects = parts.map(
    ([part], index) =>
      `SELECT run_id AS "runId", class AS "dataClass", wrapped FROM ${keyPartition(part)} WHERE run_id = ANY ($${index + 1})`,
  )
  return {
    text: selects.join(' UNION ALL '),
    values: parts.map(([, members]) => members.map(({ runId }) => runId)),
  }
}

/**
 * Returns the statement that reads the values of several runs, each limited like `Vault.read`. It is prepared, because
 * deliveries of messages run it.
 */
function valuesStatement(runs: readonly AsOf[]) {
  return {
    name: 'read-values',
    text: `SELECT wanted.number::int - 1 AS index, v.position, v.class AS "dataClass", v.ciphertext
      FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS wanted (run_id, up_to, number)
      CROSS JOIN LATERAL (
        SELECT position, class, ciphertext, sum(length(ciphertext)) OVER (ORDER BY position DESC) AS held
        FROM (SELECT position, class, ciphertext FROM personal_data
          WHERE run_id = wanted.run_id AND position <= wanted.up_to AND class <> 'invoice'
          ORDER BY position DESC LIMIT $3) AS rows_of_run
      ) AS v
      WHERE v.held - length(v.ciphertext) < $4`,
    values: [...columnsOf(runs, { runId: 'text', upTo: 'bigint' }), maxRunEvents, maxRunBytes],
  }
}
