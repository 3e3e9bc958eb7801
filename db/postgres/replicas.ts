import { createHmac, hkdfSync } from 'node:crypto'
import { Pool } from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Lead, Replicas } from '../replicas.ts'
import { countInMemory, requestCounts } from '../request-counts.ts'
import { toStoreError } from './failure.ts'
import { takeLead } from './lead.ts'

export interface ReplicasOptions {
  url: string
  /** 32 bytes; who asks is kept under a hash with it only. */
  piiKey: Uint8Array
}

/** A request waits no longer than this for its count, and is then counted by this process alone. */
const countWithinMs = 1000
const table = 'request_counts'

/** Connects processes of the service through their database. Throws `StoreUnavailable`. */
export async function openReplicas({ url, piiKey }: ReplicasOptions): Promise<Replicas> {
  const config = {
    connectionString: url,
    application_name: 'formlotse replicas',
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
  try {
    await makeTable(pool)
  } catch (error) {
    await pool.end()
    throw toStoreError(error)
  }
  const count = requestCounts(
    (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: pool,
        tableName: table,
        tableCreated: true,
        // Whoever is over the limit costs the database nothing more until the minute is over.
        inMemoryBlockOnConsumed: options.points + 1,
        insuranceLimiter: countInMemory(options),
      }),
  )
  const key = Buffer.from(hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/request-counts', 32))
  const leads = new Set<Lead>()
  let closing: Promise<unknown> | undefined
  return {
    async lead(task) {
      const lead = await takeLead(config, task)
      if (lead) leads.add(lead)
      return lead
    },
    // No address of a visitor is stored, not even for a minute.
    count: (client, limit) =>
      count(createHmac('sha256', key).update(client).digest('base64url').slice(0, 24), limit),
    close: async () => {
      closing ??= Promise.all([pool.end(), ...[...leads].map((lead) => lead.release())])
      await closing
    },
  }
}

/** Unlogged: counts of a minute are worth no write to the log, and are in no backup. */
async function makeTable(pool: Pool): Promise<void> {
  await pool.query(
    `BEGIN;
     SELECT pg_advisory_xact_lock(hashtext('${table}'));
     CREATE UNLOGGED TABLE IF NOT EXISTS ${table} (key text PRIMARY KEY, points integer NOT NULL, expire bigint);
     COMMIT`,
  )
}
