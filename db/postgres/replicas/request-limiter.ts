import type { Pool } from 'pg'
import { type IRateLimiterPostgresOptions, RateLimiterPostgres } from 'rate-limiter-flexible'

export const requestTable = 'request_counts'

const serverNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/**
 * Counts requests in time windows. All processes share the counts, so the database server's clock determines when a
 * window ends. The library would use each process's own clock. A process whose clock is ahead would then end windows
 * too early for all processes.
 */
export class RequestLimiter extends RateLimiterPostgres {
  readonly #pool: Pool

  constructor(pool: Pool, options: Omit<IRateLimiterPostgresOptions, 'storeClient'>) {
    // The library must not remove expired rows, because it would use this process's clock. `forgetExpired` removes them
    // by the server's clock.
    super({
      ...options,
      storeClient: pool,
      tableName: requestTable,
      tableCreated: true,
      clearExpiredByTimeout: false,
    })
    this.#pool = pool
  }

  /**
   * Overrides the library's statement. The library subtracts `Date.now()` from the returned `expire`, so `Date.now()`
   * is added to the remaining ms here. `points` is negative to give points back; the sum never falls below 0.
   */
  async _upsert(key: string, points: number, msDuration: number) {
    const { rows } = await this.#pool.query<{ points: number; left: string }>({
      name: 'count-request',
      text: `INSERT INTO ${requestTable} AS known (key, points, expire) VALUES ($1, greatest($2::int, 0), ${serverNow} + $3)
        ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN known.expire <= ${serverNow} THEN excluded.points ELSE greatest(known.points + $2::int, 0) END,
          expire = CASE WHEN known.expire <= ${serverNow} THEN excluded.expire ELSE known.expire END
        RETURNING points, expire - ${serverNow} AS left`,
      values: [key, points, msDuration],
    })
    return { rows: rows.map((row) => ({ points: row.points, expire: Date.now() + Number(row.left) })) }
  }
}

/** Removes the counts of windows that have ended. */
export async function forgetExpired(pool: Pool): Promise<void> {
  await pool.query(`DELETE FROM ${requestTable} WHERE expire < ${serverNow}`)
}
