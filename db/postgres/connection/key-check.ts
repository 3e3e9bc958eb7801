import type { Pool } from 'pg'
import { StoreRefused } from '#db/ports/store.ts'

const name = 'pii_key_fingerprint'

/**
 * Stores the key's fingerprint at the first start. At later starts, throws if the key is different, because a different
 * key could not decrypt the personal data.
 */
export async function checkKey(pool: Pool, database: string, keyFingerprint: string): Promise<void> {
  await pool.query('INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    keyFingerprint,
  ])
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [name])
  const stored = rows[0]?.value
  if (stored !== keyFingerprint) {
    throw new StoreRefused(
      `the key for personal data does not match the database ${database}: ` +
        `it was created with the key whose fingerprint is ${stored}, but the given key has ${keyFingerprint}. ` +
        'Set PII_KEY to the original key',
    )
  }
}
