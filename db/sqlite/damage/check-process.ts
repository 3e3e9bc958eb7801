// Checks the tables of a database for damage and sends the parent process one message per table. A process can be ended
// in the middle of a table, and its locks with it; a thread could not be ended before the table has been read. The check
// runs in a thread of this process, so that the process notices when its parent has been killed and ends as well.
import os from 'node:os'
import process from 'node:process'
import { Worker, isMainThread, parentPort } from 'node:worker_threads'
import Database from 'better-sqlite3'

/** Result of checking one table. `finding` describes the damage; undefined if there is none. */
export interface CheckedTable {
  table: string
  finding: string | undefined
}

/** Sent when the check could not be completed for a reason other than damage. */
export interface FailedCheck {
  failure: string
}

/** Errors of SQLite that damaged files and broken disks cause. */
const damage = /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/

const [file, after = ''] = process.argv.slice(2) as [string, string?]

if (isMainThread) supervise()
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
else check((result) => parentPort!.postMessage(result))

function supervise(): void {
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  // An exit would wait for the thread.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  const worker = new Worker(import.meta.filename, { argv: process.argv.slice(2) })
  worker.on('message', (result: CheckedTable) => process.send!(result))
  worker.once('error', (error) => process.send!({ failure: error.message } satisfies FailedCheck))
  worker.once('exit', () => {
    process.removeAllListeners('disconnect')
    process.disconnect()
  })
}

function check(onTable: (result: CheckedTable) => void): void {
  const sqlite = new Database(file, { readonly: true, fileMustExist: true })
  const tables = sqlite
    .prepare<[string], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name > ? AND name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    .pluck()
    .all(after)
  for (const table of tables) {
    const result = checkTable(sqlite, table)
    onTable(result)
    if (result.finding !== undefined) return
  }
}

/** Each table is read in a separate transaction, so the WAL can be restarted between two tables. */
function checkTable(sqlite: Database.Database, table: string): CheckedTable {
  try {
    const finding = sqlite.pragma(`quick_check('${table}')`, { simple: true }) as string
    return { table, finding: finding === 'ok' ? undefined : finding }
  } catch (error) {
    if (error instanceof Database.SqliteError && damage.test(error.code))
      return { table, finding: `${error.code}: ${error.message}` }
    throw error
  }
}
