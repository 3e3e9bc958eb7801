import type { Pool } from 'pg'
import type { PersonalData, PersonalValues, Vault } from '#db/ports/event-log.ts'
import { maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { OpenKeys } from '#db/keys/open-keys.ts'
import { inGroups } from '#db/postgres/grouping/in-groups.ts'
import { queryInOrder } from '#db/postgres/grouping/query-in-order.ts'
import { readEachRunStatement } from '#db/postgres/log/read-log.ts'
import { keyPartition, partOf } from '#db/postgres/keys/partitions.ts'
import { type AsOf, type SealedRow, inLogOrder, readSealedRuns } from './read-sealed-runs.ts'

/** Maximum number of runs that are read together. A run can have 4 MB (see `maxRunBytes`). */
const maxRuns = 16

interface Source {
  where: string
  order: 'ASC' | 'DESC'
  runId: string
  position: number
}

const values = ({ position, personal }: PersonalValues): PersonalValues => ({ position, personal })

/** Implements `Vault`. Its statements are prepared, because they run often. */
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
  const readGroup = inGroups((runs: readonly AsOf[]) => readSealedRuns(pool, runs), maxRuns)
  return {
    read: async (runId, upTo = Number.MAX_SAFE_INTEGER) => {
      const { rows } = await pool.query<SealedRow>(readVaultStatement(runId, upTo))
      return openRows(runId, rows).map(values)
    },
    readWithEvents: async (runId, upTo) => {
      const { sealed, events } = await readGroup({ runId, upTo })
      try {
        return { personal: openRows(runId, sealed).map(values), events }
      } catch {
        // A key may have been replaced after it was read and before its values were. One statement reads both.
        const statements = [readVaultStatement(runId, upTo), readEachRunStatement([runId])] as const
        const [rows, newer] = await queryInOrder<[SealedRow, StoredEvent]>(pool, statements)
        return { personal: openRows(runId, rows).map(values), events: inLogOrder(newer) }
      }
    },
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
