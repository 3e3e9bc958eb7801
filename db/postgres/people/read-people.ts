import type { EventRow } from '#db/ports/outbox-store.ts'
import type { PersonRun, PersonStore } from '#db/ports/person-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { readExcludedOrder } from '#db/reads/read-exclusions.ts'
import { readOrderedRuns } from '#db/reads/read-ordered-runs.ts'
import { hmacsOf, searchOrders } from '#db/reads/search-orders.ts'
import { runQueryPlan } from '#db/postgres/connection/run-query-plan.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { and, asc, eq, inArray } from '#db/postgres/connection/drizzle.ts'
import { events, generations, orders, outbox } from '#db/postgres/schema.ts'

/** Creates the reading methods of `PersonStore`. */
export function createPeopleReads({ pool, orm }: Connection, keys: DataKeys): Omit<PersonStore, 'erase'> {
  return {
    findRuns: async (email) => {
      const { rows } = await pool.query<PersonRun>(
        `SELECT h.run_id AS "runId", max(h.position) = (
           SELECT max(l.position) FROM email_hmacs l WHERE l.run_id = h.run_id
         ) AS "isLatestEmail"
         FROM email_hmacs h WHERE h.hmac = $1 GROUP BY h.run_id ORDER BY min(h.position)`,
        [keys.emailHmac(email)],
      )
      return rows
    },

    findOrderedRuns: (email, limit) => runQueryPlan(pool, readOrderedRuns(keys.emailHmac(email), limit)),

    searchOrders: (words, limit) => runQueryPlan(pool, searchOrders(hmacsOf(words, keys), limit)),

    findOrder: async (number) => {
      const [found] = await orm
        .select({ orderId: orders.orderId })
        .from(orders)
        .innerJoin(
          generations,
          and(eq(generations.generation, orders.generation), eq(generations.state, 'live')),
        )
        .where(eq(orders.number, number))
      return found?.orderId ?? (await runQueryPlan(pool, readExcludedOrder(number)))
    },

    messages: async (runId): Promise<EventRow[]> =>
      (await orm
        .select()
        .from(outbox)
        // The outbox indexes only pending and held messages by run. Messages are therefore found by the positions of
        // the run's events.
        .where(
          inArray(
            outbox.position,
            orm.select({ position: events.position }).from(events).where(eq(events.runId, runId)),
          ),
        )
        .orderBy(asc(outbox.position), asc(outbox.destination))) as EventRow[],
  }
}
