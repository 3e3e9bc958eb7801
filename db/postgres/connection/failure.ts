import { DatabaseError } from 'pg'
import { StatementTimeout, StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { DrizzleQueryError } from './drizzle.ts'

/**
 * Causes outside the program (machine, network, operator) by SQLSTATE or its first characters; any other error is a
 * bug.
 */
const outsideCauses: Record<string, string> = {
  '08': 'the connection to PostgreSQL failed',
  '53': 'PostgreSQL is out of resources',
  '53100': 'the disk of PostgreSQL is full',
  '53200': 'PostgreSQL is out of memory',
  '53300': 'PostgreSQL has no free connections',
  '57P': 'PostgreSQL is starting, stopping or has ended the connection',
  '57014': 'the statement took too long',
  '55P03': 'another session held a lock for too long',
  '25006': 'PostgreSQL accepts no writes: it is a standby or was made read-only',
  '25P03': 'a transaction was idle for too long',
  '25P04': 'a transaction took too long',
  '40': 'the transaction conflicted with another one',
  '58': 'the disk of PostgreSQL failed to read or write',
  XX001: 'a table of the database is damaged',
  XX002: 'an index of the database is damaged',
  '28': 'PostgreSQL refused the user or the password',
  '3D': 'the database does not exist',
  '42501': 'the user lacks a privilege on the database',
}

/** An event has been refused because no partition contains its position. The process that is the leader adds partitions. */
const noPartition = 'the log has no partition for the next positions yet'

/**
 * Returns the code and the cause of an error that was caused outside the program. Returns undefined for any other
 * error.
 */
export function outsideCause(error: unknown): { code: string; cause: string } | undefined {
  const found = rootOf(error)
  if (found instanceof DatabaseError) {
    const code = found.code ?? ''
    if (code === '23514' && found.routine === 'ExecFindPartition') return { code, cause: noPartition }
    const cause = [code, code.slice(0, 3), code.slice(0, 2)].map((key) => outsideCauses[key]).find(Boolean)
    return cause === undefined ? undefined : { code, cause }
  }
  if (!(found instanceof Error)) return undefined
  const { code } = found as NodeJS.ErrnoException
  if (code !== undefined && networkCodes.has(code)) return { code, cause: 'PostgreSQL cannot be reached' }
  if (driverMessages.test(found.message))
    return { code: 'connection', cause: 'the connection to PostgreSQL failed' }
  return undefined
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EADDRNOTAVAIL',
  'EMFILE',
])

/** Matches the messages of the driver's own connection errors. These errors have no SQLSTATE or other code. */
const driverMessages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying|Query read timeout|Client (has encountered|was closed)|Cannot use a pool|The server does not support SSL)/

/**
 * Returns the error that the store throws instead of `error`. An outage becomes a `StoreUnavailable`. Other errors of
 * PostgreSQL are reduced to code and message, because PostgreSQL's detail and Drizzle's list of parameters would reveal
 * values.
 */
export function toStoreError(error: unknown): unknown {
  const root = rootOf(error)
  if (root instanceof StoreUnavailable || root instanceof StoreRefused) return root
  const outside = outsideCause(root)
  if (outside) {
    const Failure = outside.code === '57014' ? StatementTimeout : StoreUnavailable
    return new Failure(`${outside.cause} (${outside.code}: ${(root as Error).message})`)
  }
  if (!(root instanceof DatabaseError)) return root
  const mapped = new Error(`${root.code}: ${root.message}`)
  if (root.stack) mapped.stack = root.stack
  return mapped
}

/**
 * Returns the error of the driver without the error in which Drizzle wraps it. If several addresses refused the
 * connection, the driver's error is an `AggregateError`. This function then returns the first error in it.
 */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  return error instanceof DrizzleQueryError && error.cause ? rootOf(error.cause) : error
}
