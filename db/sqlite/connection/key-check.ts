import type Database from 'better-sqlite3'
import { StoreRefused } from '#db/ports/store.ts'

const name = 'pii_key_fingerprint'

/**
 * Stores the key's fingerprint at the first start. At all later starts, throws `StoreRefused` if the key has changed,
 * because the new key could not decrypt the stored personal data.
 */
export function checkKey(sqlite: Database.Database, keyFingerprint: string): void {
  sqlite
    .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
    .run(name, keyFingerprint)
  const stored = sqlite
    .prepare<[string], string>('SELECT value FROM settings WHERE name = ?')
    .pluck()
    .get(name)
  if (stored !== keyFingerprint) {
    throw new StoreRefused(
      `the key for personal data does not match the database ${sqlite.name}: ` +
        `it was created with the key whose fingerprint is ${stored}, but the given key has ${keyFingerprint}. ` +
        'Set PII_KEY to the original key, or restore its key file in the data folder',
    )
  }
}
