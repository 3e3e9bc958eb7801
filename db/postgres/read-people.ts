import type { Delivery } from '../delivery-store.ts'
import type { PersonRun, PersonStore } from '../person-store.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { and, asc, eq, inArray } from './drizzle.ts'
import { deliveries, events, generations, orders } from './schema.ts'

/** The reading side of `PersonStore`. */
export function createPeopleReads(
  { pool, orm }: Connection,
  cipher: VaultCipher,
): Omit<PersonStore, 'erase'> {
  return {
    findRuns: async (email) => {
      const { rows } = await pool.query<PersonRun>(
        `SELECT p.run_id AS "runId", max(p.position) = (
           SELECT max(l.position) FROM personal_data l WHERE l.run_id = p.run_id AND l.email_hmac IS NOT NULL
         ) AS "lastGiven"
         FROM personal_data p WHERE p.email_hmac = $1 GROUP BY p.run_id ORDER BY min(p.position)`,
        [cipher.emailHmac(email)],
      )
      return rows
    },

    findOrder: async (number) => {
      const [found] = await orm
        .select({ orderId: orders.orderId })
        .from(orders)
        .innerJoin(
          generations,
          and(eq(generations.generation, orders.generation), eq(generations.state, 'live')),
        )
        .where(eq(orders.number, number))
      return found?.orderId
    },

    deliveries: (endpoint, runId): Promise<Delivery[]> =>
      orm
        .select()
        .from(deliveries)
        .where(
          and(
            eq(deliveries.endpoint, endpoint),
            // Deliveries have no index by run; that of the log and theirs by position serve together.
            inArray(
              deliveries.position,
              orm.select({ position: events.position }).from(events).where(eq(events.runId, runId)),
            ),
          ),
        )
        .orderBy(asc(deliveries.position)),
  }
}
