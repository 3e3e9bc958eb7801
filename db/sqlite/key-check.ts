import type Database from 'better-sqlite3'
import { StoreRefused } from '../store.ts'

const name = 'pii_key_fingerprint'

/** The first start writes the key's fingerprint down; a later one with another key could read no personal data. */
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
      `the key for personal data does not fit the database ${sqlite.name}: ` +
        `it was made with the key of fingerprint ${stored}, the key given has ${keyFingerprint}. ` +
        'Give the first key again: set PII_KEY to it, or put its key file back into the data folder',
    )
  }
}
