import type Database from 'better-sqlite3'

/**
 * SQL expression that replaces a destroyed HMAC. Its zeros have the length of an HMAC, so SQLite overwrites the HMAC in
 * place.
 */
export const destroyedHmac = 'zeroblob(32)'

/** Returns a function that destroys the HMACs of a run's e-mail addresses and names up to a position. */
export function destroyHmacs(sqlite: Database.Database) {
  const statements = ['email_hmacs', 'name_hmacs'].map((table) =>
    sqlite.prepare<[string, number]>(
      `UPDATE ${table} SET hmac = ${destroyedHmac}
       WHERE position IN (SELECT position FROM events WHERE run_id = ? AND position <= ?)`,
    ),
  )
  return (runId: string, upTo: number): void => {
    for (const destroy of statements) destroy.run(runId, upTo)
  }
}
