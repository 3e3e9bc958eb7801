import type Database from 'better-sqlite3'

/** Removed bytes become zeros, also on pages that fall free; only here, because that writes every such page. */
export function leavingZeros<Result>(sqlite: Database.Database, work: () => Result): Result {
  sqlite.pragma('secure_delete = ON')
  try {
    return sqlite.transaction(work).immediate()
  } finally {
    sqlite.pragma('secure_delete = FAST')
  }
}
