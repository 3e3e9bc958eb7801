import { and, asc, eq, lte } from './drizzle.ts'
import type { PersonalData } from '../event-log.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { personalData } from './schema.ts'

export function createVaultReads({ orm }: Connection, cipher: VaultCipher) {
  return {
    readVault(runId: string, upTo = Number.MAX_SAFE_INTEGER): { position: number; personal: PersonalData }[] {
      const rows = orm
        .select({ position: personalData.position, ciphertext: personalData.ciphertext })
        .from(personalData)
        .where(and(eq(personalData.runId, runId), lte(personalData.position, upTo)))
        .orderBy(asc(personalData.position))
        .all()
      return rows.map(({ position, ciphertext }) => ({
        position,
        personal: JSON.parse(cipher.unseal({ runId, position }, ciphertext)) as PersonalData,
      }))
    },
  }
}
