import { createHash } from 'node:crypto'
import {
  type CopiedTable,
  type CopyRow,
  type CopyStore,
  type CopyValue,
  copiedTables,
} from '#db/copy-store.ts'
import { StoreRefused } from '#db/store.ts'

/** Few enough that neither engine feels a page of them, though they are encrypted forms. */
const pageRows = 1000

export interface CopiedRows {
  table: CopiedTable
  rows: number
  /** SHA-256 of all rows in order, in hex, the same on both sides. */
  hash: string
}

/** What becomes of a page on its way. */
export type Change = (table: CopiedTable, rows: readonly CopyRow[]) => readonly CopyRow[]

/** Throws `StoreRefused` when there is anything in it: positions and ids are copied, and those of two stores would clash. */
export async function refuseFilled(target: CopyStore, name: string): Promise<void> {
  for (const table of [...copiedTables, 'uploads'] as const)
    if ((await target.export(table, undefined, 1)).length > 0)
      throw new StoreRefused(
        `${name} is not empty, its table ${table} has rows: give a new database, for nothing is ever copied over another`,
      )
}

/** Copies a table page by page, then reads it back. Throws when the other side does not hold what was sent, row for row. */
export async function copyTable(
  table: CopiedTable,
  { from, to, change }: { from: CopyStore; to: CopyStore; change: Change },
): Promise<CopiedRows> {
  const sent = await digestPages(from, table, async (page) => {
    const rows = change(table, page)
    if (rows.length > 0) await to.import(table, rows)
    return rows
  })
  const arrived = await digestPages(to, table, async (page) => page)
  if (sent.rows !== arrived.rows || sent.hash !== arrived.hash)
    throw new Error(
      `the copy of ${table} is not like what was sent: ${arrived.rows} of ${sent.rows} rows, SHA-256 ${arrived.hash} and not ${sent.hash}`,
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

/** All rows of a table, by key. */
export async function* pagesOf(
  store: CopyStore,
  table: CopiedTable | 'uploads',
): AsyncGenerator<CopyRow[], void, void> {
  let after: CopyRow | undefined
  for (;;) {
    const page = await store.export(table, after, pageRows)
    if (page.length > 0) yield page
    after = page.at(-1)
    if (page.length < pageRows) return
  }
}

/** The engines hand bytes out as different kinds of arrays. */
function shown(value: CopyValue) {
  return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value
}
