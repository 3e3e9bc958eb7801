import Database from 'better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { drizzle } from './drizzle.ts'
import { keepPlans } from './keep-plans.ts'

/** A connection with two interfaces: Drizzle for typed queries, and prepared statements for the hot paths. */
export interface Connection {
  sqlite: Database.Database
  orm: BetterSQLite3Database
}

export function openWriter(
  file: string,
  options: { busyTimeoutMs: number; maxPages?: number | undefined },
): Connection {
  const sqlite = new Database(file, { timeout: options.busyTimeoutMs })
  switchToWal(sqlite, options.busyTimeoutMs)
  // Acknowledged events must survive a power cut, so every commit waits for the disk.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -8192')
  // When the WAL reaches this number of pages, the writer first copies the pages that checkpoint-ahead.ts has not
  // copied yet, and then restarts the WAL.
  sqlite.pragma('wal_autocheckpoint = 8000')
  // After a burst of writes, the WAL file is truncated to this size in bytes.
  sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  // Deleted values are overwritten with zeros if this requires no additional page to be written.
  sqlite.pragma('secure_delete = FAST')
  if (options.maxPages) sqlite.pragma(`max_page_count = ${options.maxPages}`)
  return connect(sqlite)
}

/**
 * Opens a read-only connection. Memory mapping stays off: with it, a failing disk would end the process with SIGBUS.
 */
export function openReader(file: string, options: { busyTimeoutMs: number }): Connection {
  const sqlite = new Database(file, { timeout: options.busyTimeoutMs, readonly: true, fileMustExist: true })
  sqlite.pragma('query_only = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -8192')
  return connect(sqlite)
}

function connect(sqlite: Database.Database): Connection {
  keepPlans(sqlite)
  return { sqlite, orm: drizzle({ client: sqlite }) }
}

/**
 * Switches to WAL mode. Tries again while another process is switching the same new file, because SQLite does not wait
 * for the lock in this case.
 */
function switchToWal(sqlite: Database.Database, timeoutMs: number) {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      sqlite.pragma('journal_mode = WAL')
      return
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
      if (!busy || performance.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    }
  }
}
