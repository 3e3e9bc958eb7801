import Database from 'better-sqlite3'
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3'
import { drizzle } from './drizzle.ts'

/** One connection in two dresses: typed queries, and prepared statements for the hot paths. */
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
  // What was answered 2xx must survive a power cut, so every commit waits for the disk.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -8192')
  // In pages. Most of them were copied ahead by then (checkpoint-ahead.ts); this begins the WAL anew, and copies the rest.
  sqlite.pragma('wal_autocheckpoint = 8000')
  // After a burst the log of changes shrinks again, in bytes.
  sqlite.pragma(`journal_size_limit = ${64 * 1024 * 1024}`)
  // Removed rows leave zeros where that costs no page more to write; see erase.ts.
  sqlite.pragma('secure_delete = FAST')
  if (options.maxPages) sqlite.pragma(`max_page_count = ${options.maxPages}`)
  return { sqlite, orm: drizzle({ client: sqlite }) }
}

/** No memory mapping: a failing disk would then end the process with SIGBUS instead of an error. */
export function openReader(file: string, options: { busyTimeoutMs: number }): Connection {
  const sqlite = new Database(file, { timeout: options.busyTimeoutMs, readonly: true, fileMustExist: true })
  sqlite.pragma('query_only = ON')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -8192')
  return { sqlite, orm: drizzle({ client: sqlite }) }
}

/** SQLite does not wait for its lock here, so two processes that open a new file at once would disturb each other. */
function switchToWal(sqlite: Database.Database, patienceMs: number) {
  const deadline = performance.now() + patienceMs
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
