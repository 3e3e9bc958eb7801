import Database from 'better-sqlite3'
import { StoreRefused } from '#db/ports/store.ts'

/**
 * Prevents a second service from using the same database. The lock is an SQLite lock on a small file next to the
 * database. The operating system releases the lock when the process ends, for whatever reason. Command-line tools take
 * the lock only while they migrate the database to data keys.
 */
export function takeServiceLock(file: string): { release: () => void } {
  const lockFile = `${file}-service`
  const lock = new Database(lockFile, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error
    throw new StoreRefused(
      `the database ${file} is in use by another service${describeHolder(file)}: ` +
        'stop it first, or give this service its own database with DATA_DIR or DATABASE_URL ' +
        `(the lock is ${lockFile}; it is freed when that process ends, so never delete it)`,
    )
  }
  return { release: () => void lock.close() }
}

const holder = 'service'

/**
 * Stores this process's id in the database. If a second service is started, its error message contains this id. The
 * lock file cannot contain the id, because a locked file cannot be read.
 */
export function signServiceLock(sqlite: Database.Database): void {
  sqlite
    .prepare(
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    )
    .run(holder, String(process.pid))
}

function describeHolder(file: string): string {
  try {
    const sqlite = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const pid = sqlite.prepare('SELECT value FROM settings WHERE name = ?').pluck().get(holder)
      return typeof pid === 'string' ? ` (process ${pid})` : ''
    } finally {
      sqlite.close()
    }
  } catch {
    // The process that holds the lock may still be starting and have created no tables.
    return ''
  }
}
