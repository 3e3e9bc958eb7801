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
  return inPieces(
    rows.flatMap(({ ciphertext, email }) => [ciphertext.subarray(5), ...(email ? [email] : [])]),
  )
}

/** The same of what was uploaded in runs, every name and every part; a few pieces of each page, for there are many. */
export function uploadSecretsOf(file: string, runIds: string[]): Buffer[] {
  const sqlite = new Database(file, { readonly: true })
  const sealed = sqlite
    .prepare<[{ runIds: string }], Buffer>(
      `SELECT name FROM uploads WHERE run_id IN (SELECT value FROM json_each(@runIds)) UNION ALL
       SELECT ciphertext FROM upload_parts WHERE upload_key IN (
         SELECT key FROM uploads WHERE run_id IN (SELECT value FROM json_each(@runIds)))`,
    )
    .pluck()
    .all({ runIds: JSON.stringify(runIds) })
  sqlite.close()
  return inPieces(
    sealed.map((bytes) => bytes.subarray(5)),
    512,
  )
}

function inPieces(secrets: readonly Buffer[], every = 8): Buffer[] {
  return secrets.flatMap((bytes) =>
    Array.from({ length: Math.ceil(bytes.length / every) }, (_, index) =>
      bytes.subarray(every * index, every * index + 8),
    ).filter(({ length }) => length === 8),
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
