// Checks the tables of a database for damage and sends the parent process one message per table. A process can be ended
// in the middle of a table, and its locks with it; a thread could not be ended before the table has been read.
import os from 'node:os'
import process from 'node:process'
import Database from 'better-sqlite3'

/** Result of checking one table. `finding` describes the damage; undefined if there is none. */
export interface CheckedTable {
  table: string
  finding: string | undefined
}

const [file, after = ''] = process.argv.slice(2) as [string, string?]

function check(): void {
  os.setPriority(os.constants.priority.PRIORITY_LOW)
  const sqlite = new Database(file, { readonly: true, fileMustExist: true })
  const tables = sqlite
    .prepare<[string], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name > ? AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all(after)
  for (const table of tables) {
    const result = checkTable(sqlite, table)
    process.send!(result)
    if (result.finding !== undefined) return
  }
}

/** Each table is read in a separate transaction, so the WAL can be restarted between two tables. */
function checkTable(sqlite: Database.Database, table: string): CheckedTable {
  try {
    const finding = sqlite.pragma(`quick_check('${table}')`, { simple: true }) as string
    return { table, finding: finding === 'ok' ? undefined : finding }
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CORRUPT'))
      return { table, finding: error.message }
    throw error
  }
}

check()
process.disconnect()
