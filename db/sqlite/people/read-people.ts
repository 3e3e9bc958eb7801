import type { EventRow } from '#db/ports/outbox-store.ts'
import type { PersonRun } from '#db/ports/person-store.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { readExcludedOrder } from '#db/reads/read-exclusions.ts'
import { readOrderedRuns } from '#db/reads/read-ordered-runs.ts'
import { hmacsOf, searchOrders } from '#db/reads/search-orders.ts'
import { runQueryPlan } from '#db/sqlite/connection/run-query-plan.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { and, asc, eq, inArray } from '#db/sqlite/connection/drizzle.ts'
import { destroyedHmac } from '#db/sqlite/keys/destroy-hmacs.ts'
import { events, generations, orders, outbox } from '#db/sqlite/schema.ts'

/** Creates the reading methods of `PersonStore`. */
export function createPeopleReads({ sqlite, orm }: Connection, keys: DataKeys) {
  const withEmail = sqlite.prepare<[Buffer], { runId: string; isLatestEmail: 0 | 1 }>(
    `SELECT h.run_id AS runId, max(h.position) = (
       SELECT max(l.position) FROM events e JOIN email_hmacs l ON l.position = e.position
       WHERE e.run_id = h.run_id AND l.hmac <> ${destroyedHmac}
     ) AS isLatestEmail
     FROM email_hmacs h WHERE h.hmac = ? GROUP BY h.run_id ORDER BY min(h.position)`,
  )

  return {
    findRuns: (email: string): PersonRun[] =>
      withEmail
        .all(keys.emailHmac(email))
        .map(({ runId, isLatestEmail }) => ({ runId, isLatestEmail: isLatestEmail === 1 })),

    findOrderedRuns: (email: string, limit: number): string[] =>
      runQueryPlan({ sqlite }, readOrderedRuns(keys.emailHmac(email), limit)),

    searchOrders: (words: readonly string[], limit: number): string[] =>
      runQueryPlan({ sqlite }, searchOrders(hmacsOf(words, keys), limit)),

    findOrder: (number: string): string | undefined =>
      orm
        .select({ orderId: orders.orderId })
        .from(orders)
        .innerJoin(
          generations,
          and(eq(generations.generation, orders.generation), eq(generations.state, 'live')),
        )
        .where(eq(orders.number, number))
        .get()?.orderId ?? runQueryPlan({ sqlite }, readExcludedOrder(number)),

    messagesOf: (runId: string): EventRow[] =>
      orm
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
        .orderBy(asc(outbox.position), asc(outbox.destination))
        .all() as EventRow[],
  }
}
