import { DatabaseError } from 'pg'
import { StoreRefused, StoreUnavailable } from '../store.ts'
import { DrizzleQueryError } from './drizzle.ts'

/** What the engine says when the machine, the network or an operator is in the way; anything else is a bug. By class, then by code. */
const outsideCauses: Record<string, string> = {
  '08': 'the connection to PostgreSQL failed',
  '53': 'PostgreSQL is out of resources',
  '53100': 'the disk of PostgreSQL is full',
  '53200': 'PostgreSQL is out of memory',
  '53300': 'PostgreSQL has no connection left',
  '57P': 'PostgreSQL is starting, stopping or was told to end the connection',
  '57014': 'the statement took too long',
  '55P03': 'another session holds a lock for too long',
  '25006': 'PostgreSQL takes no writes: it is a standby or was made read-only',
  '25P03': 'a transaction was idle for too long',
  '25P04': 'a transaction took too long',
  '40': 'the transaction came into the way of another one',
  '58': 'the disk of PostgreSQL failed to read or write',
  XX001: 'a table of the database is damaged',
  XX002: 'an index of the database is damaged',
  '28': 'PostgreSQL refused the user or the password',
  '3D': 'there is no such database',
  '42501': 'the user may not do this in the database',
}

/** The cause, when it lies outside of the program. Errors of the driver have no SQLSTATE. */
export function outsideCause(error: unknown): { code: string; cause: string } | undefined {
  const found = rootOf(error)
  if (found instanceof DatabaseError) {
    const code = found.code ?? ''
    const cause = [code, code.slice(0, 3), code.slice(0, 2)].map((key) => outsideCauses[key]).find(Boolean)
    return cause === undefined ? undefined : { code, cause }
  }
  if (!(found instanceof Error)) return undefined
  const { code } = found as NodeJS.ErrnoException
  if (code !== undefined && networkCodes.has(code)) return { code, cause: 'PostgreSQL cannot be reached' }
  if (driverSays.test(found.message))
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

/** The driver's own errors are told apart by their words only. */
const driverSays =
  /^(Connection terminated|timeout expired|timeout exceeded when trying|Query read timeout|Client (has encountered|was closed)|Cannot use a pool|The server does not support SSL)/

/**
 * What a call throws instead of what the driver threw: `StoreUnavailable` for an outage, else an error that says no more
 * than PostgreSQL's message. Its detail and Drizzle's list of parameters would show values.
 */
export function toStoreError(error: unknown): unknown {
  const root = rootOf(error)
  if (root instanceof StoreUnavailable || root instanceof StoreRefused) return root
  const outside = outsideCause(root)
  if (outside) return new StoreUnavailable(`${outside.cause} (${outside.code}: ${(root as Error).message})`)
  if (!(root instanceof DatabaseError)) return root
  const told = new Error(`${root.code}: ${root.message}`)
  if (root.stack) told.stack = root.stack
  return told
}

/** Drizzle wraps what the driver throws, and several refused addresses come as one error. */
function rootOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  return error instanceof DrizzleQueryError && error.cause ? rootOf(error.cause) : error
}
