import { existsSync, readFileSync } from 'node:fs'
import Database from 'better-sqlite3'

/**
 * Returns every encrypted data key and HMAC of the runs, split into chunks of eight bytes. After an erasure of
 * the runs, no chunk may be left in the files.
 */
export function secretsOf(file: string, runIds: string[], classes = ['draft', 'order', 'invoice']): Buffer[] {
  const sqlite = new Database(file, { readonly: true })
  const secrets = sqlite
    .prepare<[{ runIds: string; classes: string }], Buffer>(
      `SELECT wrapped FROM data_keys WHERE run_id IN (SELECT value FROM json_each(@runIds))
         AND class IN (SELECT value FROM json_each(@classes))
       UNION ALL SELECT hmac FROM email_hmacs WHERE run_id IN (SELECT value FROM json_each(@runIds))
       UNION ALL SELECT hmac FROM name_hmacs WHERE run_id IN (SELECT value FROM json_each(@runIds))`,
    )
    .pluck()
    .all({ runIds: JSON.stringify(runIds), classes: JSON.stringify(classes) })
  sqlite.close()
  // If the length is not a multiple of eight, the first bytes are skipped. In an encrypted key these include the
  // format, which is not secret.
  return secrets.flatMap((bytes) => inChunks(bytes.subarray(bytes.length % 8)))
}

function inChunks(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 8 }, (_, index) => bytes.subarray(8 * index, 8 * index + 8))
}

/** Returns the bytes of the database file and its WAL. */
export function rawBytes(file: string): Buffer {
  const files = [file, `${file}-wal`].filter((name) => existsSync(name))
  return Buffer.concat(files.map((name) => readFileSync(name)))
}

/** Returns how many of the chunks occur in the database file or its WAL. */
export function countFound(file: string, chunks: readonly Buffer[]): number {
  const bytes = rawBytes(file)
  return chunks.filter((chunk) => bytes.includes(chunk)).length
}
