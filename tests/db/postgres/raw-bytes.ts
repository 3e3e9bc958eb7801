import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

export async function ask<Row extends object>(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** What PostgreSQL keeps of runs, in pieces of eight bytes: every ciphertext from its random part on, every e-mail HMAC, every name and key of an upload. */
export async function secretsOf(url: string, runIds: string[]): Promise<Buffer[]> {
  const rows = await ask<{ secret: Buffer }>(
    url,
    `SELECT ciphertext AS secret FROM personal_data WHERE run_id = ANY ($1) UNION ALL
     SELECT DISTINCT '\\x0000000000' || email_hmac FROM personal_data WHERE run_id = ANY ($1) AND email_hmac IS NOT NULL UNION ALL
     SELECT name FROM uploads WHERE run_id = ANY ($1) UNION ALL SELECT secret FROM uploads WHERE run_id = ANY ($1)`,
    [runIds],
  )
  return rows.flatMap(({ secret }) =>
    Array.from({ length: Math.floor((secret.length - 5) / 8) }, (_, index) =>
      secret.subarray(5 + 8 * index, 13 + 8 * index),
    ),
  )
}

/** Every file of the database, as it lies on the disk; not the log of changes, which the whole server shares. */
export async function rawBytes(url: string): Promise<Buffer> {
  await ask(url, 'CHECKPOINT')
  const [found] = await ask<{ folder: string }>(
    url,
    `SELECT current_setting('data_directory') || '/base/' || oid AS folder FROM pg_database WHERE datname = current_database()`,
  )
  const files = readdirSync(found!.folder).map((name) => path.join(found!.folder, name))
  return Buffer.concat(files.map((file) => readFileSync(file)))
}

/** How many of the pieces are anywhere in the database. One pass, because there are many and the files are large. */
export async function countFound(url: string, pieces: readonly Buffer[]): Promise<number> {
  const bytes = await rawBytes(url)
  const missing = new Map<number, Set<string>>()
  for (const piece of pieces) {
    const start = piece.readUInt32LE(0)
    missing.set(start, (missing.get(start) ?? new Set()).add(piece.toString('latin1')))
  }
  let found = 0
  for (let at = 0; at + 8 <= bytes.length; at += 1) {
    const candidates = missing.get(bytes.readUInt32LE(at))
    if (candidates?.delete(bytes.toString('latin1', at, at + 8))) found += 1
  }
  return found
}
