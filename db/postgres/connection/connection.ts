import { type Client, type ClientBase, DatabaseError, type Pool, type PoolConfig, types } from 'pg'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { applicationName } from '#db/postgres/hosts/application-name.ts'
import { drizzle } from './drizzle.ts'
import { createPool } from '#db/postgres/hosts/connect.ts'
import { gatherWrites } from './gather-writes.ts'
import { failUnreplicatedCommits } from './unreplicated-commit.ts'

export interface ConnectionOptions {
  url: string
  /** Maximum wait in ms for a connection or for a lock of another session. A longer wait counts as an outage. */
  lockTimeoutMs: number
  /** Maximum duration of a statement in ms. */
  statementTimeoutMs: number
  connections: number
}

/** A pool, or a client within a transaction. */
export type Queryable = Pick<ClientBase, 'query'>

export interface Connection {
  pool: Pool
  /** Runs typed queries on connections of the pool. */
  orm: NodePgDatabase
}

export function openConnection(options: ConnectionOptions): Connection {
  const pool = openPool(options)
  return { pool, orm: drizzle({ client: pool }) }
}

/**
 * Opens connections to a standby. They refuse to write, also if the standby is promoted. `onOpen` is called with each
 * before its first query, which a silent standby does not answer.
 */
export function openReadOnlyConnection(
  options: ConnectionOptions,
  onOpen: (client: Client) => void = () => {},
): Connection {
  const pool = openPool(options, async (client) => {
    onOpen(client as Client)
    await prepareSession(client)
    await client.query(`SELECT set_config('default_transaction_read_only', 'on', false)`)
  })
  return { pool, orm: drizzle({ client: pool }) }
}

/**
 * Maximum duration of an append's statement in ms. A visitor waits for the append, so a longer duration counts as an
 * outage.
 */
const appendWithinMs = 6000

/**
 * Opens a separate pool for appends. Slow reports and deliveries can occupy all connections of the other pool, and
 * appends must never wait for one of those connections.
 */
export function openAppends(options: ConnectionOptions): Pool {
  const limits = { ...options, statementTimeoutMs: Math.min(options.statementTimeoutMs, appendWithinMs) }
  return openPool(limits, async (client) => {
    await prepareSession(client)
    // Statements are planned once, not for each append, because planning takes time for each partition of the log. A plan
    // made while the newest partition was empty must not read the whole partition later.
    await client.query(
      `SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false)`,
    )
  })
}

function openPool(options: ConnectionOptions, onConnect = prepareSession): Pool {
  // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
  const pool = createPool({ ...clientConfig(options), max: options.connections, onConnect })
  // Errors of idle connections are ignored: the pool replaces a broken connection at the next query. If that fails, the
  // query reports the error.
  pool.on('error', () => {})
  // If a connection breaks between two statements of a transaction, the second statement reports the failure. Without
  // this listener, the `error` event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', failUnreplicatedCommits)
  pool.on('connect', gatherWrites)
  // After a timeout, the pool would wait for the responses that are still missing. If the server never sends them, for
  // example because its synchronous standby is gone, such connections would use up the server's limit.
  pool.on('release', (error, client) => {
    if (error instanceof Error && !(error instanceof DatabaseError)) client.connection.stream.destroy()
  })
  return pool
}

/** Settings of a pool or of a single client. */
export function clientConfig(options: Omit<ConnectionOptions, 'connections'>) {
  return {
    connectionString: options.url,
    application_name: applicationName('store'),
    types: { getTypeParser },
    pipeline: true,
    connectionTimeoutMillis: options.lockTimeoutMs,
    lock_timeout: options.lockTimeoutMs,
    statement_timeout: options.statementTimeoutMs,
    // Limits how long a process that freezes during an append holds the append lock.
    idle_in_transaction_session_timeout: options.lockTimeoutMs,
    // This limit applies only if the server no longer responds; otherwise `statement_timeout` takes effect first.
    query_timeout: options.statementTimeoutMs + 2000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  } satisfies PoolConfig
}

/**
 * Makes commits wait for the disk even if the server's default is weaker, because acknowledged events must survive a
 * power cut. A stronger default (remote_apply) is kept. The TCP keepalives detect that a client's machine has failed,
 * so that its locks are freed, and `client_connection_check_interval` that a client has given up waiting, which a server
 * on Windows cannot. Warnings must arrive, because one of them says that a commit has not been replicated. Queries are
 * not compiled: it takes longer than most of them, and the more partitions the log has, the more often it seems worth it.
 *
 * Reports read sums from indexes. By default, the planner takes a random read for four times as expensive as one in
 * sequence, as on a spinning disk, and starts two more processes to read whole tables instead, which takes up to seven
 * times as long and takes the cores from appends. An operator's own `random_page_cost` is kept.
 */
export async function prepareSession(client: Queryable): Promise<void> {
  await client.query(`
    SELECT set_config('tcp_keepalives_idle', '10', false), set_config('tcp_keepalives_interval', '5', false),
      set_config('tcp_keepalives_count', '3', false), set_config('client_min_messages', 'notice', false),
      set_config('jit', 'off', false);
    SELECT set_config('client_connection_check_interval', '5s', false) WHERE version() !~* 'mingw|visual c|msvc';
    SELECT set_config('max_parallel_workers_per_gather', '0', false);
    SELECT set_config('random_page_cost', '1.1', false) WHERE current_setting('random_page_cost') = '4';
    SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`)
}

const int8 = 20

/** Parses bigint columns (counts, positions, ms) as numbers; throws if a value exceeds the safe integers. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  if (oid !== int8) return types.getTypeParser(oid, format)
  return (value: string) => {
    const number = Number(value)
    if (!Number.isSafeInteger(number)) {
      throw new Error(`the database returned ${value}, which exceeds the safe integers`)
    }
    return number
  }
}
