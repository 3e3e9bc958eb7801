import type Database from 'better-sqlite3'
import { type CopiedTable, type CopyRow, keyOf, pageQuery, tableOf, uploadList } from '../copy-store.ts'

const dialect = { placeholder: () => '?', select: (column: string) => column }

/** The reading side of `CopyStore`. */
export function createExport(sqlite: Database.Database) {
  return {
    exportRows(name: CopiedTable | 'uploads', after: CopyRow | undefined, limit: number): CopyRow[] {
      const table = name === 'uploads' ? uploadList : tableOf(name)
      const query = pageQuery(name, table, { ...dialect, behind: after !== undefined })
      return sqlite
        .prepare<unknown[], CopyRow>(query)
        .raw()
        .all(...(after ? keyOf(table, after) : []), limit)
    },
  }
}

/** The writing side. */
export function createImport(sqlite: Database.Database) {
  const insertAll = sqlite.transaction((name: CopiedTable, rows: readonly CopyRow[]) => {
    const columns = Object.keys(tableOf(name).columns)
    const insert = sqlite.prepare(
      `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...row)
  })
  return { importRows: (name: CopiedTable, rows: readonly CopyRow[]) => insertAll.immediate(name, rows) }
}
