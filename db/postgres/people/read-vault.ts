import type { Pool } from 'pg'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { PersonalData, PersonalValues, Vault } from '#db/ports/event-log.ts'
import { maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { OpenKeys } from '#db/keys/open-keys.ts'
import { columnsOf } from '#db/postgres/connection/columns-of.ts'
import { inGroups } from '#db/postgres/connection/in-groups.ts'
import { queryInOrder } from '#db/postgres/connection/query-in-order.ts'
import { readEachRunStatement } from '#db/postgres/log/read-log.ts'
import { byPartition, keyPartition, partOf } from '#db/postgres/keys/partitions.ts'

interface SealedRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
  wrapped: Buffer
}

/** A value of the run with this index among those that are read together. */
type ValueRow = Omit<SealedRow, 'wrapped'> & { index: number }

type KeyRow = Pick<SealedRow, 'dataClass' | 'wrapped'> & { runId: string }

interface AsOf {
  runId: string
  upTo: number
}

/** Maximum number of runs that are read together. A run can have 4 MB (see `maxRunBytes`). */
const maxRuns = 16

interface Source {
  where: string
  order: 'ASC' | 'DESC'
  runId: string
  position: number
}

const values = ({ position, personal }: PersonalValues): PersonalValues => ({ position, personal })

/**
 * Implements `Vault`. The statements are prepared, because they run often: every attempt to deliver a webhook message
 * reads the values of its run.
 */
export function createVaultReads(pool: Pool, keys: DataKeys): Vault {
  const openRows = (runId: string, rows: readonly SealedRow[]) => {
    const opened = new OpenKeys(keys, runId)
    return rows.map(({ position, dataClass, ciphertext, wrapped }) => ({
      position,
      personal: JSON.parse(
        opened.key(dataClass, wrapped).unseal({ runId, position }, ciphertext),
      ) as PersonalData,
      dataClass,
    }))
  }
  const select = async (name: string, source: Source) => {
    const { rows } = await pool.query<SealedRow>(statement(name, source))
    return openRows(source.runId, rows)
  }
  /** Reads the keys first, so that no value has a key that is newer. The events are read last. */
  const readTogether = async (runs: readonly AsOf[]) => {
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
      const sealed = (valuesOf.get(index) ?? []).flatMap((row) => {
        const wrapped = wrappedOf.get(row.dataClass)
        return wrapped ? { ...row, wrapped } : []
      })
      return { personal: openRows(runId, sealed).map(values), events: eventsOf.get(runId) ?? [] }
    })
  }
  const readGroup = inGroups(readTogether, maxRuns)
  return {
    read: async (runId, upTo = Number.MAX_SAFE_INTEGER) => {
      const { rows } = await pool.query<SealedRow>(readVaultStatement(runId, upTo))
      return openRows(runId, rows).map(values)
    },
    readWithEvents: (runId, upTo) => readGroup({ runId, upTo }),
    readAt: async (runId, position) => {
      const where = `position = $2 AND class <> 'invoice'`
      return (await select('read-vault-at', { where, order: 'ASC', runId, position })).map(values)[0]
    },
    readPage: async (runId, after) => {
      const where = 'position > $2'
      const rows = await select('read-vault-page', { where, order: 'ASC', runId, position: after })
      return rows.map(({ dataClass, ...row }) => ({
        ...row,
        keptFor: dataClass === 'invoice' ? dataClass : null,
      }))
    },
  }
}

/**
 * Returns a statement for rows of the vault, up to and including the one that reaches the byte limit, so even a very large
 * row is returned. Rows whose key was destroyed are skipped.
 */
function statement(name: string, { where, order, runId, position }: Source) {
  const part = partOf(runId)
  return {
    name: `${name}-${part}`,
    text: `SELECT v.position, v.class AS "dataClass", v.ciphertext, k.wrapped FROM (
        SELECT position, class, ciphertext, sum(length(ciphertext)) OVER (ORDER BY position ${order}) AS held
        FROM (SELECT position, class, ciphertext FROM personal_data WHERE run_id = $1 AND ${where}
          ORDER BY position ${order} LIMIT $3) AS rows_of_run
      ) AS v JOIN ${keyPartition(part)} k ON k.run_id = $1 AND k.class = v.class
      WHERE v.held - length(v.ciphertext) < $4 ORDER BY v.position`,
    values: [runId, position, maxRunEvents, maxRunBytes],
  }
}

/** Returns the statement that reads the values of a run up to and including position `upTo`. */
function readVaultStatement(runId: string, upTo: number) {
  const where = `position <= $2 AND class <> 'invoice'`
  return statement('read-vault', { where, order: 'DESC', runId, position: upTo })
}

/**
 * Returns the statement that reads the keys of several runs. It names the partitions of these runs only, so that an
 * erasure in another partition does not have to wait for it. It is not prepared, because there are too many sets of
 * partitions.
 */
function keysStatement(runIds: readonly string[]) {
  const parts = byPartition(runIds.map((runId) => ({ runId }))).keys()
  const selects = [...parts].map(
    (part) =>
      `SELECT run_id AS "runId", class AS "dataClass", wrapped FROM ${keyPartition(part)} WHERE run_id = ANY ($1::text[])`,
  )
  return { text: selects.join(' UNION ALL '), values: [runIds] }
}

/** Returns the statement that reads the values of several runs, of each as many as `read` returns. */
function valuesStatement(runs: readonly AsOf[]) {
  return {
    name: 'read-vaults',
    text: `SELECT wanted.number::int - 1 AS index, v.position, v.class AS "dataClass", v.ciphertext
      FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS wanted (run_id, up_to, number)
      CROSS JOIN LATERAL (
        SELECT position, class, ciphertext, sum(length(ciphertext)) OVER (ORDER BY position DESC) AS held
        FROM (SELECT position, class, ciphertext FROM personal_data
          WHERE run_id = wanted.run_id AND position <= wanted.up_to AND class <> 'invoice'
          ORDER BY position DESC LIMIT $3) AS rows_of_run
      ) AS v
      WHERE v.held - length(v.ciphertext) < $4 ORDER BY v.position`,
    values: [...columnsOf(runs, { runId: 'text', upTo: 'bigint' }), maxRunEvents, maxRunBytes],
  }
}
