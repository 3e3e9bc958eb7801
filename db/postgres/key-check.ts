import type { Pool } from 'pg'
import { StoreRefused } from '../store.ts'

const name = 'pii_key_fingerprint'

/** The first start writes the key's fingerprint down; a later one with another key could read no personal data. */
export async function checkKey(pool: Pool, database: string, keyFingerprint: string): Promise<void> {
  await pool.query('INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING', [
    name,
    keyFingerprint,
  ])
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM settings WHERE name = $1', [name])
  const stored = rows[0]?.value
  if (stored !== keyFingerprint) {
    throw new StoreRefused(
      `the key for personal data does not fit the database ${database}: ` +
        `it was made with the key of fingerprint ${stored}, the key given has ${keyFingerprint}. ` +
        'Give the first key again: set PII_KEY to it',
    )
  }
}
