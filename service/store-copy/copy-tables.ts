import { createHash } from 'node:crypto'
import {
  type CopiedTable,
  type CopyRow,
  type CopyStore,
  type CopyValue,
  copiedTables,
} from '#db/ports/copy-store.ts'
import { StoreRefused } from '#db/ports/store.ts'

/** Number of rows per page. Even a page of encrypted forms is small enough not to slow down either engine. */
const pageRows = 1000

/** Number of documents per page. A document has up to 8 MB, and a page is kept in memory. */
const pageDocuments = 4

export interface CopiedRows {
  table: CopiedTable
  rows: number
  /**
   * SHA-256 of all rows in order, in hex. The rows sent and the rows read back from the target must have the same hash.
   */
  hash: string
}

/** Transforms a page of rows after it was read from the source and before it is written to the target. */
export type RowTransform = (table: CopiedTable, rows: readonly CopyRow[]) => Promise<readonly CopyRow[]>

/**
 * Throws `StoreRefused` if the target has rows. The copied positions and ids would collide with those of existing rows.
 */
export async function requireEmpty(target: CopyStore, name: string): Promise<void> {
  for (const table of [...copiedTables, 'uploads'] as const)
    if ((await target.export(table, undefined, 1)).length > 0)
      throw new StoreRefused(
        `${name} is not empty, its table ${table} has rows: use a new database, because a copy never overwrites data`,
      )
}

/** Copies a table page by page, then reads it back. Throws if the target does not contain the sent rows. */
export async function copyTable(
  table: CopiedTable,
  { from, to, transform }: { from: CopyStore; to: CopyStore; transform: RowTransform },
): Promise<CopiedRows> {
  const sent = await digestPages(from, table, async (page) => {
    const rows = await transform(table, page)
    if (rows.length > 0) await to.import(table, rows)
    return rows
  })
  const arrived = await digestPages(to, table, async (page) => page)
  if (sent.rows !== arrived.rows || sent.hash !== arrived.hash)
    throw new Error(
      `the copy of ${table} differs from the source: ${arrived.rows} of ${sent.rows} rows, SHA-256 ${arrived.hash} instead of ${sent.hash}`,
    )
  return { table, ...sent }
}

async function digestPages(
  store: CopyStore,
  table: CopiedTable,
  handle: (page: CopyRow[]) => Promise<readonly CopyRow[]>,
): Promise<{ rows: number; hash: string }> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const page of pagesOf(store, table)) {
    const handled = await handle(page)
    rows += handled.length
    for (const row of handled) hash.update(`${JSON.stringify(row.map(shown))}\n`)
  }
  return { rows, hash: hash.digest('hex') }
}

/** Yields all rows of a table in pages, in the order of their keys. */
export async function* pagesOf(
  store: CopyStore,
  table: CopiedTable | 'uploads',
): AsyncGenerator<CopyRow[], void, void> {
  const limit = table === 'documents' ? pageDocuments : pageRows
  let after: CopyRow | undefined
  for (;;) {
    const page = await store.export(table, after, limit)
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < limit) return
  }
}

/**
 * Returns a value in the form in which it is hashed. Bytes are normalized, because the engines return them as different
 * kinds of arrays.
 */
function shown(value: CopyValue) {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}
