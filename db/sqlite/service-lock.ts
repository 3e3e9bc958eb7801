import Database from 'better-sqlite3'
import { StoreRefused } from '../store.ts'

/**
 * Keeps a second service away from the same database. The lock is SQLite's own on a tiny file beside the database:
 * the operating system frees it when the process ends, however it ends. Command-line tools do not take it.
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
        'stop that one first, or give this one its own database by DATA_DIR or DATABASE_URL ' +
        `(the lock is ${lockFile}; it is freed when its process ends, so deleting it is never needed)`,
    )
  }
  return { release: () => void lock.close() }
}

const holder = 'service'

/** Leaves word for whoever is refused, in the database because the lock file cannot be read while it is held. */
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
    // The other one is only just starting and has made no tables yet.
    return ''
  }
}
