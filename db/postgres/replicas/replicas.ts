import { createHmac, hkdfSync } from 'node:crypto'
import { Pool } from 'pg'
import type { Lead, Replicas } from '#db/ports/replicas.ts'
import { countInMemory, requestCounts } from '#db/limits/request-counts.ts'
import { applicationName } from '#db/postgres/connection/application-name.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { acquireLead } from './leadership.ts'
import { RequestLimiter, forgetExpired, requestTable } from './request-limiter.ts'
import { openWakeUps } from './wake-ups.ts'

export interface ReplicasOptions {
  url: string
  /** 32 bytes; clients are counted under a hash with it. */
  piiKey: Uint8Array
  /** Called with what goes wrong in the background. */
  onError?: (error: unknown) => void
}

/** A request waits no longer than this for its count, and is then counted by this process alone. */
const countWithinMs = 1000
const forgetEveryMs = 300_000

/** Connects processes of the service through their database. Throws `StoreUnavailable`. */
export async function openReplicas({ url, piiKey, onError = () => {} }: ReplicasOptions): Promise<Replicas> {
  const config = {
    connectionString: url,
    application_name: applicationName('replicas'),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
  }
  const pool = new Pool({
    ...config,
    max: 4,
    connectionTimeoutMillis: countWithinMs,
    statement_timeout: countWithinMs,
    query_timeout: countWithinMs,
  })
  // A connection that breaks while idle is replaced by the next query.
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
        // A client over the limit causes no more queries until its window ends.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: countInMemory(options),
      }),
  )
  const forgetting = setInterval(() => void forgetExpired(pool).catch(() => {}), forgetEveryMs)
  forgetting.unref()
  const key = Buffer.from(hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/request-counts', 32))
  const leads = new Set<Lead>()
  let closing: Promise<unknown> | undefined
  return {
    async lead(task) {
      const lead = await acquireLead(config, task)
      if (!lead) return undefined
      leads.add(lead)
      lead.lost.addEventListener('abort', () => leads.delete(lead), { once: true })
      return lead
    },
    // Visitor addresses are never stored, not even briefly.
    count: (client, limit, points) =>
      count(createHmac('sha256', key).update(client).digest('base64url').slice(0, 24), limit, points),
    wake: wakeUps.wake,
    listen: wakeUps.listen,
    close: async () => {
      clearInterval(forgetting)
      closing ??= Promise.all([pool.end(), wakeUps.close(), ...[...leads].map((lead) => lead.release())])
      await closing
    },
  }
}

/** Unlogged: counts kept for a minute or an hour need neither WAL nor backup. */
async function makeTable(pool: Pool): Promise<void> {
  await pool.query(
    `BEGIN;
     SELECT pg_advisory_xact_lock(hashtext('${requestTable}'));
     CREATE UNLOGGED TABLE IF NOT EXISTS ${requestTable} (key text PRIMARY KEY, points integer NOT NULL, expire bigint);
     COMMIT`,
  )
}
