import Database from 'better-sqlite3'
import { StoreRefused } from '#db/ports/store.ts'

/**
 * Throws `StoreRefused` if another connection to the database is open: SQLite then refuses to leave WAL mode. Called
 * before the migration to data keys, because a process of an earlier version could not read the new tables.
 */
export function refuseOthers(sqlite: Database.Database): void {
  try {
    sqlite.pragma('journal_mode = DELETE')
  } catch (error) {
    if (!(error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw error
    throw new StoreRefused(
      `the database ${sqlite.name} has to be migrated while no other process has it open: ` +
        'stop every service and command that uses it, then start again',
    )
  } finally {
    sqlite.pragma('journal_mode = WAL')
  }
}
