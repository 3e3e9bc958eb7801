import type { PersonalData } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'

/** A prepared statement: every message to the webhook and every try of it reads its run's values. */
export function createVaultReads({ sqlite }: Connection, cipher: VaultCipher) {
  const ofRun = sqlite.prepare<[string, number], { position: number; ciphertext: Buffer }>(
    `SELECT position, ciphertext FROM personal_data
     WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?) ORDER BY position`,
  )
  return {
    readVault: (
      runId: string,
      upTo = Number.MAX_SAFE_INTEGER,
    ): { position: number; personal: PersonalData }[] =>
      ofRun.all(runId, upTo).map(({ position, ciphertext }) => ({
        position,
        personal: JSON.parse(cipher.unseal({ runId, position }, ciphertext)) as PersonalData,
      })),
  }
}
