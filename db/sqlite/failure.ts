import Database from 'better-sqlite3'
import { StoreRefused, StoreUnavailable } from '../store.ts'

/** An error on its way from a worker to the main thread. */
export interface Failure {
  kind: 'unavailable' | 'refused' | 'bug'
  name: string
  message: string
  stack: string | undefined
}

/** What the engine says when the machine, another process or the disk is in the way; anything else is a bug. */
const outsideCauses: Record<string, string> = {
  SQLITE_BUSY: 'another process holds the database lock for too long',
  SQLITE_LOCKED: 'another connection holds the database lock',
  SQLITE_PROTOCOL: 'another process holds the database lock for too long',
  SQLITE_FULL: 'the disk is full, or the database has reached its largest size',
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

/** The engine's primary result code and what it means, when the cause lies outside of the program. */
export function outsideCause(error: unknown): { code: string; cause: string } | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  const code = error.code.split('_').slice(0, 2).join('_')
  const cause = outsideCauses[code]
  return cause === undefined ? undefined : { code, cause }
}

export function toFailure(error: unknown): Failure {
  if (!(error instanceof Error)) {
    return { kind: 'bug', name: 'Error', message: String(error), stack: undefined }
  }
  const { name, message, stack } = error
  if (error instanceof StoreRefused) return { kind: 'refused', name, message, stack }
  if (error instanceof StoreUnavailable) return { kind: 'unavailable', name, message, stack }
  const code = error instanceof Database.SqliteError ? error.code : ''
  const outside = outsideCause(error)
  if (outside) return { kind: 'unavailable', name, message: `${outside.cause} (${code}: ${message})`, stack }
  return { kind: 'bug', name, message: code ? `${code}: ${message}` : message, stack }
}

export function fromFailure(failure: Failure): Error {
  const error =
    failure.kind === 'unavailable'
      ? new StoreUnavailable(failure.message)
      : failure.kind === 'refused'
        ? new StoreRefused(failure.message)
        : Object.assign(new Error(failure.message), { name: failure.name })
  // Where it happened lies in the worker; where it was called from says nothing.
  if (failure.stack) error.stack = failure.stack
  return error
}
