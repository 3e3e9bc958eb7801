import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

export async function runSql<Row extends object>(
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

/**
 * Returns every encrypted data key and HMAC of the runs, split into chunks of eight bytes. After an erasure of
 * the runs, no chunk may be left in the files.
 */
export async function secretsOf(
  url: string,
  runIds: string[],
  classes = ['draft', 'order', 'invoice'],
): Promise<Buffer[]> {
  const rows = await runSql<{ secret: Buffer }>(
    url,
    `SELECT wrapped AS secret FROM data_keys WHERE run_id = ANY ($1) AND class = ANY ($2)
     UNION ALL SELECT DISTINCT hmac FROM email_hmacs WHERE run_id = ANY ($1)
     UNION ALL SELECT DISTINCT hmac FROM name_hmacs WHERE run_id = ANY ($1)`,
    [runIds, classes],
  )
  // Skip the first bytes, so that the rest can be split into chunks of eight. In an encrypted key, the skipped bytes
  // include the format, which is not secret.
  return rows.flatMap(({ secret }) => inChunks(secret.subarray(secret.length % 8)))
}

function inChunks(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 8 }, (_, index) => bytes.subarray(8 * index, 8 * index + 8))
}

/**
 * Returns the contents of all files of the database. The WAL is not included, because all databases of the server share
 * it. Neither is the cache of the catalog, `pg_internal.init`, because any session may delete and write it again
 * meanwhile. It holds no rows of our tables.
 */
export async function rawBytes(url: string): Promise<Buffer> {
  await runSql(url, 'CHECKPOINT')
  const [found] = await runSql<{ folder: string }>(
    url,
    `SELECT current_setting('data_directory') || '/base/' || oid AS folder FROM pg_database WHERE datname = current_database()`,
  )
  const names = readdirSync(found!.folder).filter((name) => !name.startsWith('pg_internal.init'))
  return Buffer.concat(names.map((name) => readFileSync(path.join(found!.folder, name))))
}

/**
 * Returns how many of the chunks occur in the database. Searches in one pass, because there are many chunks and the
 * files are large.
 */
export async function countFound(url: string, chunks: readonly Buffer[]): Promise<number> {
  const bytes = await rawBytes(url)
  const missing = new Map<number, Set<string>>()
  for (const chunk of chunks) {
    const start = chunk.readUInt32LE(0)
    missing.set(start, (missing.get(start) ?? new Set()).add(chunk.toString('latin1')))
  }
  let found = 0
  for (let at = 0; at + 8 <= bytes.length; at += 1) {
    const candidates = missing.get(bytes.readUInt32LE(at))
    if (candidates?.delete(bytes.toString('latin1', at, at + 8))) found += 1
  }
  return found
}
