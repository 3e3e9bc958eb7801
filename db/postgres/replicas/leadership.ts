import type { Client, ClientConfig } from 'pg'
import type { Leadership } from '#db/ports/replicas.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { createClient } from '#db/postgres/hosts/connect.ts'

/** First number of the advisory locks for leadership; the second number is a hash of the task. */
const lockClass = 0x6c656164

const heartbeatMs = 3000
/**
 * Timeout of a query in ms, for example of a heartbeat. If a heartbeat fails, leadership ends, because another process
 * may soon acquire it.
 */
const queryTimeoutMs = 3000
/** Maximum time to wait for a connection to close, in ms. Its socket is destroyed afterwards. */
const closeTimeoutMs = 1000

/**
 * Acquires leadership as an advisory lock on a separate connection; returns undefined if another process holds the
 * lock. PostgreSQL releases the lock when the connection ends: immediately if the process is killed, and within about
 * 10 s if the process freezes or the network fails. Throws `StoreUnavailable`.
 */
export async function acquireLeadership(
  config: ClientConfig & { connectionString: string },
  task: string,
): Promise<Leadership | undefined> {
  const client = createClient({ ...config, query_timeout: queryTimeoutMs })
  const lost = new AbortController()
  const abort = () => lost.abort()
  client.on('error', abort)
  client.on('end', abort)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeClient(client))
  try {
    await client.connect()
    // A process that freezes or loses its network sends no heartbeat. PostgreSQL then ends its session, which releases
    // the lock.
    await client.query("SELECT set_config('idle_session_timeout', '8s', false)")
    const { rows } = await client.query<{ acquired: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS acquired',
      [lockClass, task],
    )
    if (!rows[0]?.acquired) {
      await close()
      return undefined
    }
  } catch (error) {
    await close()
    throw toStoreError(error)
  }
  const heartbeat = setInterval(() => void client.query('SELECT 1').catch(abort), heartbeatMs)
  const release = async () => {
    clearInterval(heartbeat)
    await close()
  }
  lost.signal.addEventListener('abort', () => void release(), { once: true })
  return { lost: lost.signal, release }
}

/** Closes a connection. `client.end()` alone waits forever for responses that a failed network will never deliver. */
async function closeClient(client: Client): Promise<void> {
  const destroy = setTimeout(() => client.connection.stream.destroy(), closeTimeoutMs)
  await client.end().catch(() => {})
  clearTimeout(destroy)
}
