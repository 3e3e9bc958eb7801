import type Database from 'better-sqlite3'
import {
  type CopiedTable,
  type CopyRow,
  type Kind,
  keyOf,
  pageQuery,
  tableOf,
  uploadList,
} from '#db/ports/copy-store.ts'
import { destroyedHmac } from '#db/sqlite/keys/destroy-hmacs.ts'
import { keyExists } from '#db/sqlite/keys/key-table.ts'

/** Subqueries by table name. The export reads them instead of the tables, to leave out destroyed keys and HMACs. */
const existing: Partial<Record<CopiedTable | 'uploads', string>> = {
  data_keys: `(SELECT * FROM data_keys WHERE ${keyExists})`,
  email_hmacs: `(SELECT * FROM email_hmacs WHERE hmac <> ${destroyedHmac})`,
  name_hmacs: `(SELECT * FROM name_hmacs WHERE hmac <> ${destroyedHmac})`,
}

const dialect = {
  placeholder: (_number: number, kind: Kind) => (kind === 'uuid' ? uuidBytes : '?'),
  select: (column: string, kind: Kind) => (kind === 'uuid' ? uuidText(column) : column),
}

/** Expression for the 16 bytes of a UUID that is given as text. */
const uuidBytes = "unhex(replace(?, '-', ''))"

function uuidText(column: string): string {
  const parts = [
    [1, 8],
    [9, 4],
    [13, 4],
    [17, 4],
    [21, 12],
  ].map(([from, length]) => `substr(hex(${column}), ${from}, ${length})`)
  return `lower(${parts.join(" || '-' || ")})`
}

/** Creates the exporting half of `CopyStore`. */
export function createExport(sqlite: Database.Database) {
  return {
    export(name: CopiedTable | 'uploads', after: CopyRow | undefined, limit: number): CopyRow[] {
      const table = name === 'uploads' ? uploadList : tableOf(name)
      const query = pageQuery(existing[name] ?? name, table, { ...dialect, hasCursor: after !== undefined })
      return sqlite
        .prepare<unknown[], CopyRow>(query)
        .raw()
        .all(...(after ? keyOf(table, after) : []), limit)
    },
  }
}

/** Creates the importing half of `CopyStore`. */
export function createImport(sqlite: Database.Database) {
  const insertAll = sqlite.transaction((name: CopiedTable, rows: readonly CopyRow[]) => {
    const columns = Object.entries(tableOf(name).columns)
    const values = columns.map(([, kind], index) => dialect.placeholder(index + 1, kind))
    const names = columns.map(([column]) => column)
    const insert = sqlite.prepare(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${values.join(', ')})`)
    for (const row of rows) insert.run(...row)
  })
  return { import: (name: CopiedTable, rows: readonly CopyRow[]) => insertAll.immediate(name, rows) }
}
