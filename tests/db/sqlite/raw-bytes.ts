import { existsSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'

/** What SQLite keeps of runs, in pieces of eight bytes: every ciphertext from its random part on, every e-mail HMAC. */
export function secretsOf(file: string, runIds: string[]): Buffer[] {
  const sqlite = new Database(file, { readonly: true })
  const rows = sqlite
    .prepare<[string], { ciphertext: Buffer; email: Buffer | null }>(
      `SELECT ciphertext, email_hmac AS email FROM personal_data
       WHERE run_id IN (SELECT value FROM json_each(?))`,
    )
    .all(JSON.stringify(runIds))
  sqlite.close()
  const secrets = rows.flatMap(({ ciphertext, email }) => [ciphertext.subarray(5), ...(email ? [email] : [])])
  return secrets.flatMap((bytes) =>
    Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) =>
      bytes.subarray(8 * index, 8 * index + 8),
    ),
  )
}

/** The database file and the log of changes beside it. */
export function rawBytes(file: string): Buffer {
  const files = [file, `${file}-wal`].filter((name) => existsSync(name))
  return Buffer.concat(files.map((name) => readFileSync(name)))
}

/** How many of the pieces are anywhere in the database. */
export function countFound(file: string, pieces: readonly Buffer[]): number {
  const bytes = rawBytes(file)
  return pieces.filter((piece) => bytes.includes(piece)).length
}
