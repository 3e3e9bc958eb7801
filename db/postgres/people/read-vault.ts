import type { Pool } from 'pg'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { PersonalData, PersonalValues, Vault } from '#db/ports/event-log.ts'
import { maxRunBytes, maxRunEvents } from '#db/reads/run-reads.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { OpenKeys } from '#db/keys/open-keys.ts'
import { keyPartition, partOf } from '#db/postgres/keys/partitions.ts'

interface SealedRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
  wrapped: Buffer
}

const values = ({ position, personal }: PersonalValues): PersonalValues => ({ position, personal })

/**
 * Implements `Vault`. The statements are prepared, because they run often: every attempt to deliver a webhook message
 * reads the values of its run.
 */
export function createVaultReads(pool: Pool, keys: DataKeys): Vault {
  // Rows are read up to and including the one that reaches the byte limit, so even a very large row is returned. Rows
  // whose key was destroyed are skipped.
  const select = async (
    name: string,
    { where, order, runId, position }: { where: string; order: string; runId: string; position: number },
  ) => {
    const part = partOf(runId)
    const { rows } = await pool.query<SealedRow>({
      name: `${name}-${part}`,
      text: `SELECT v.position, v.class AS "dataClass", v.ciphertext, k.wrapped FROM (
          SELECT position, class, ciphertext, sum(length(ciphertext)) OVER (ORDER BY position ${order}) AS held
          FROM (SELECT position, class, ciphertext FROM personal_data WHERE run_id = $1 AND ${where}
            ORDER BY position ${order} LIMIT $3) AS rows_of_run
        ) AS v JOIN ${keyPartition(part)} k ON k.run_id = $1 AND k.class = v.class
        WHERE v.held - length(v.ciphertext) < $4 ORDER BY v.position`,
      values: [runId, position, maxRunEvents, maxRunBytes],
    })
    return openRows(runId, rows)
  }
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
  return {
    read: async (runId, upTo = Number.MAX_SAFE_INTEGER) => {
      const where = `position <= $2 AND class <> 'invoice'`
      return (await select('read-vault', { where, order: 'DESC', runId, position: upTo })).map(values)
    },
    readAt: async (runId, position) => {
      const where = `position = $2 AND class <> 'invoice'`
      return (await select('read-vault-at', { where, order: 'ASC', runId, position })).map(values)[0]
    },
    readPage: async (runId, after) => {
      const rows = await select('read-vault-page', {
        where: 'position > $2',
        order: 'ASC',
        runId,
        position: after,
      })
      return rows.map(({ dataClass, ...row }) => ({
        ...row,
        keptFor: dataClass === 'invoice' ? dataClass : null,
      }))
    },
  }
}
