import type Database from 'better-sqlite3'
import {
  type CopiedTable,
  type CopyRow,
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

const dialect = { placeholder: () => '?', select: (column: string) => column }

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
    const columns = Object.keys(tableOf(name).columns)
    const insert = sqlite.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...row)
  })
  return { import: (name: CopiedTable, rows: readonly CopyRow[]) => insertAll.immediate(name, rows) }
}
