import type Database from 'better-sqlite3'

/**
 * Takes back what a process before this one was in the middle of. Whoever has the service's lock knows that nobody
 * else works on it; without this the messages of a killed service would wait for their leases of 25 s.
 */
export function freeLeases(sqlite: Database.Database): void {
  sqlite.exec(
    `UPDATE deliveries SET leased_until = NULL WHERE leased_until IS NOT NULL AND state = 'pending';
     UPDATE jobs SET claimed = NULL, leased_until = NULL WHERE leased_until IS NOT NULL`,
  )
}
