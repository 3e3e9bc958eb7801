import type { DataClass } from '#domain/retention/data-class.ts'
import type { PersonalData, PersonalValues } from '#db/ports/event-log.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { OpenKeys } from '#db/keys/open-keys.ts'
import { maxRunBytes, takeBytes } from '#db/reads/run-reads.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { readRunRows } from '#db/sqlite/connection/read-run-rows.ts'
import { keyExists } from '#db/sqlite/keys/key-table.ts'

interface SealedRow {
  position: number
  dataClass: DataClass
  ciphertext: Buffer
  wrapped: Buffer
}

const sealedBytes = ({ ciphertext }: SealedRow) => ciphertext.length

const values = ({ position, personal }: PersonalValues): PersonalValues => ({ position, personal })

/**
 * Implements `Vault`. Uses prepared statements, because every attempt to deliver a webhook message reads the run's
 * values.
 */
export function createVaultReads({ sqlite }: Connection, keys: DataKeys) {
  const columns = 'p.position, p.class AS dataClass, p.ciphertext, k.wrapped'
  // This join leaves out values whose key was destroyed. They are unreadable, but their rows may still exist.
  const key = `data_keys k ON k.run_id = p.run_id AND k.class = p.class AND k.${keyExists}`
  const select = (rest: string) =>
    sqlite.prepare<[string, number, number], SealedRow>(
      `SELECT ${columns}
       FROM events e CROSS JOIN personal_data p ON p.position = e.position CROSS JOIN ${key}
       WHERE e.run_id = ? AND ${rest} LIMIT ?`,
    )
  const newest = select(`e.position <= ? AND p.class <> 'invoice' ORDER BY e.position DESC`)
  const next = select('e.position > ? ORDER BY e.position')
  const at = sqlite.prepare<[number, string], SealedRow>(
    `SELECT ${columns} FROM personal_data p JOIN ${key}
     WHERE p.position = ? AND p.run_id = ? AND p.class <> 'invoice'`,
  )
  const openRows = (runId: string, rows: SealedRow[]): (PersonalValues & { dataClass: DataClass })[] => {
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
    readVault: (runId: string, upTo = Number.MAX_SAFE_INTEGER): PersonalValues[] => {
      const rows = takeBytes(readRunRows(newest, runId, upTo), maxRunBytes, sealedBytes)
      return openRows(runId, rows.toReversed()).map(values)
    },
    readVaultAt: (runId: string, position: number): PersonalValues | undefined =>
      openRows(runId, at.all(position, runId)).map(values)[0],
    readVaultPage: (runId: string, after: number) => {
      const rows = takeBytes(readRunRows(next, runId, after), maxRunBytes, sealedBytes)
      return openRows(runId, rows).map(({ dataClass, ...row }) => ({
        ...row,
        keptFor: dataClass === 'invoice' ? dataClass : null,
      }))
    },
  }
}
