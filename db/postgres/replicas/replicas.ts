import { createHmac, hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import type { Leadership, Replicas } from '#db/ports/replicas.ts'
import { countInMemory, requestCounts } from '#db/limits/request-counts.ts'
import { applicationName } from '#db/postgres/hosts/application-name.ts'
import { createPool } from '#db/postgres/hosts/connect.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { acquireLeadership } from './leadership.ts'
import { RequestLimiter, forgetExpired, requestTable } from './request-limiter.ts'
import { openWakeUps } from './wake-ups.ts'

export interface ReplicasOptions {
  url: string
  /** Key of 32 bytes. Requests are counted per hash of the client; the key of the hash is derived from this key. */
  piiKey: Uint8Array
  /** Called with errors of background work. */
  onError?: (error: unknown) => void
}

/**
 * Maximum time in ms for which a request waits until the database has counted it. After that, only this process counts
 * the request.
 */
const countWithinMs = 1000
const forgetEveryMs = 300_000

/**
 * Connects this process with the other processes of the service through their database. Throws `StoreUnavailable` if
 * the database cannot be used.
 */
export async function openReplicas({ url, piiKey, onError = () => {} }: ReplicasOptions): Promise<Replicas> {
  const config = {
    connectionString: url,
    application_name: applicationName('replicas'),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  }
  const pool = createPool({
    ...config,
    max: 4,
    connectionTimeoutMillis: countWithinMs,
    statement_timeout: countWithinMs,
    query_timeout: countWithinMs,
  })
  // Errors of idle connections are ignored: the pool replaces a broken connection at the next query.
  pool.on('error', () => {})
  const wakeUps = await openWakeUps({ url, onError }).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  try {
    await makeTable(pool)
  } catch (error) {
    await Promise.all([pool.end(), wakeUps.close()])
    throw toStoreError(error)
  }
  const count = requestCounts(
    (options) =>
      new RequestLimiter(pool, {
        ...options,
        // Once a client exceeds the limit, its requests cause no more queries until its window ends.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: countInMemory(options),
      }),
  )
  const forgetting = setInterval(() => void forgetExpired(pool).catch(() => {}), forgetEveryMs)
  forgetting.unref()
  const key = Buffer.from(hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/request-counts', 32))
  const held = new Set<Leadership>()
  let closing: Promise<unknown> | undefined
  return {
    async acquireLeadership(task) {
      const leadership = await acquireLeadership(config, task)
      if (!leadership) return undefined
      held.add(leadership)
      leadership.lost.addEventListener('abort', () => held.delete(leadership), { once: true })
      return leadership
    },
    // `client` is hashed, because it can be the address of a visitor, and the database must never store such addresses.
    count: (client, limit, points) =>
      count(createHmac('sha256', key).update(client).digest('base64url').slice(0, 24), limit, points),
    wake: wakeUps.wake,
    listen: wakeUps.listen,
    close: async () => {
      clearInterval(forgetting)
      closing ??= Promise.all([pool.end(), wakeUps.close(), ...[...held].map(({ release }) => release())])
      await closing
    },
  }
}

/**
 * Creates the table of request counts. It is unlogged, because these short-lived counts need neither WAL nor backups.
 */
async function makeTable(pool: Pool): Promise<void> {
  await pool.query(
    `BEGIN;
     SELECT pg_advisory_xact_lock(hashtext('${requestTable}'));
     CREATE UNLOGGED TABLE IF NOT EXISTS ${requestTable} (key text PRIMARY KEY, points integer NOT NULL, expire bigint);
     COMMIT`,
  )
}
