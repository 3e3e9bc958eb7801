import Database from 'better-sqlite3'
import { StoreUnavailable } from '#db/ports/store.ts'

/**
 * Causes of errors that lie outside the program (machine, disk, another process), by SQLite's primary result code. Any
 * other error is a bug.
 */
const outsideCauses: Record<string, string> = {
  SQLITE_BUSY: 'another process held the database lock for too long',
  SQLITE_LOCKED: 'another connection holds the database lock',
  SQLITE_PROTOCOL: 'another process held the database lock for too long',
  SQLITE_FULL: 'the disk is full, or the database has reached its maximum size',
  SQLITE_IOERR: 'the disk failed to read or write',
  SQLITE_READONLY: 'the database file cannot be written',
  SQLITE_CANTOPEN: 'the database file cannot be opened',
  SQLITE_PERM: 'the database file cannot be accessed',
  SQLITE_AUTH: 'the database file cannot be accessed',
  SQLITE_NOMEM: 'the machine is out of memory',
  SQLITE_INTERRUPT: 'the operation was interrupted',
  SQLITE_CORRUPT: 'the database file is damaged',
  SQLITE_NOTADB: 'the file is not a SQLite database',
}

/**
 * Returns the primary result code and the cause of an SQLite error if the cause lies outside the program, for example
 * a full disk. Returns undefined for any other error.
 */
export function outsideCause(error: unknown): { code: string; cause: string } | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  const code = error.code.split('_').slice(0, 2).join('_')
  const cause = outsideCauses[code]
  return cause === undefined ? undefined : { code, cause }
}

/**
 * Converts an SQLite error: to `StoreUnavailable` if its cause is outside the program, otherwise to an error whose
 * message contains the result code. Returns other errors unchanged.
 */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const { name, code, message, stack } = error
  const outside = outsideCause(error)
  const mapped = outside
    ? new StoreUnavailable(`${outside.cause} (${code}: ${message})`)
    : Object.assign(new Error(`${code}: ${message}`), { name })
  if (stack !== undefined) mapped.stack = stack
  return mapped
}
