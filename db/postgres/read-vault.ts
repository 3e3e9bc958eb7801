import type { Pool } from 'pg'
import type { PersonalData, Vault } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'

/** A prepared statement: every message to the webhook and every try of it reads its run's values. */
export function createVaultReads(pool: Pool, cipher: VaultCipher): Vault {
  return {
    read: async (runId, upTo = Number.MAX_SAFE_INTEGER) => {
      const { rows } = await pool.query<{ position: number; ciphertext: Buffer }>({
        name: 'read-vault',
        text: 'SELECT position, ciphertext FROM personal_data WHERE run_id = $1 AND position <= $2 ORDER BY position',
        values: [runId, upTo],
      })
      return rows.map(({ position, ciphertext }) => ({
        position,
        personal: JSON.parse(cipher.unseal({ runId, position }, ciphertext)) as PersonalData,
      }))
    },
  }
}
