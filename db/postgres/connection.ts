import { type ClientBase, Pool, type PoolConfig, types } from 'pg'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { drizzle } from './drizzle.ts'

export interface ConnectionOptions {
  url: string
  /** How long a call waits for a connection or for another session's lock before it is an outage. */
  lockTimeoutMs: number
  /** How long a statement may take. */
  statementTimeoutMs: number
  connections: number
}

/** A pool, or a client inside of a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

export interface Connection {
  pool: Pool
  /** Typed queries, each on a connection of the pool. */
  orm: NodePgDatabase
}

export function openConnection(options: ConnectionOptions): Connection {
  const pool = openPool(options)
  return { pool, orm: drizzle({ client: pool }) }
}

/** A visitor waits for an append: one that takes longer than this is an outage, and is told to come again. */
const appendWithinMs = 6000

/** For appends alone, so that reports and deliveries that hang never keep one waiting. */
export function openAppends(options: ConnectionOptions): Pool {
  return openPool({
    ...options,
    statementTimeoutMs: Math.min(options.statementTimeoutMs, appendWithinMs),
  })
}

function openPool(options: ConnectionOptions): Pool {
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
  const pool = new Pool({ ...clientConfig(options), max: options.connections, onConnect: prepareSession })
  // An idle connection that breaks is replaced at the next call, which finds out for itself whether that works.
  pool.on('error', () => {})
  // One that breaks between two statements of a transaction fails at the second one; unheard it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** For a pool, and for a client of its own. */
export function clientConfig(options: Omit<ConnectionOptions, 'connections'>) {
  return {
    connectionString: options.url,
    application_name: 'formlotse',
    types: { getTypeParser },
    pipeline: true,
    connectionTimeoutMillis: options.lockTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // A process that stops in the middle of an append holds the lock of all appends no longer than this.
    idle_in_transaction_session_timeout: options.lockTimeoutMs,
    // The other side may be gone without a word; PostgreSQL's own limit comes first where it still answers.
    query_timeout: options.statementTimeoutMs + 2000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  } satisfies PoolConfig
}

/**
 * What was answered 2xx must survive a power cut, so a commit waits for the disk whatever the server's default is; a
 * stronger default (remote_apply) stays. The keepalives free the locks of a client whose machine is gone.
 */
async function prepareSession(client: Queryable): Promise<void> {
  await client.query(`
    SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false);
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`)
}

const int8 = 20

/** Counts, positions and ms are numbers in this project, and one that is too large for that must not become a wrong one. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid !== int8) return types.getTypeParser(oid, format)
  return (value: string) => {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) {
      throw new Error(`a number of the database, ${value}, is too large for a whole number`)
    }
    return number
  }
}
