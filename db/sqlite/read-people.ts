import type { Delivery } from '../delivery-store.ts'
import type { Expiry, PersonRun } from '../person-store.ts'
import type { VaultCipher } from '../vault-cipher.ts'
import type { Connection } from './connection.ts'
import { and, asc, eq, inArray } from './drizzle.ts'
import { deliveries, events, generations, orders } from './schema.ts'

interface Candidate {
  position: number
  runId: string
  receivedAt: number
  /** `receivedAt` of the run's last event but those that tell of silence. */
  lastAt: number
  kept: 0 | 1
}

/** The reading side of `PersonStore` and `RetentionStore`. */
export function createPeopleReads({ sqlite, orm }: Connection, cipher: VaultCipher) {
  const withEmail = sqlite.prepare<[{ email: Buffer }], { runId: string; lastGiven: 0 | 1 }>(
    `SELECT p.run_id AS runId, max(p.position) = (
       SELECT max(l.position) FROM events e JOIN personal_data l ON l.position = e.position
       WHERE e.run_id = p.run_id AND l.email_hmac IS NOT NULL
     ) AS lastGiven
     FROM personal_data p WHERE p.email_hmac IS NOT NULL AND p.email_hmac = @email
     GROUP BY p.run_id ORDER BY min(p.position)`,
  )
  const candidates = sqlite.prepare<
    [Pick<Expiry, 'after' | 'limit'> & { prefix: string; silences: string }],
    Candidate
  >(
    `SELECT p.position, p.run_id AS runId, own.received_at AS receivedAt,
       (SELECT max(e.received_at) FROM events e
        WHERE e.run_id = p.run_id AND e.type NOT IN (SELECT value FROM json_each(@silences))) AS lastAt,
       EXISTS (SELECT 1 FROM once_keys WHERE key = @prefix || p.run_id) AS kept
     FROM personal_data p JOIN events own ON own.position = p.position
     WHERE p.position > @after ORDER BY p.position LIMIT @limit`,
  )

  return {
    findRuns: (email: string): PersonRun[] =>
      withEmail
        .all({ email: cipher.emailHmac(email) })
        .map(({ runId, lastGiven }) => ({ runId, lastGiven: lastGiven === 1 })),

    findOrder: (number: string): string | undefined =>
      orm
        .select({ orderId: orders.orderId })
        .from(orders)
        .innerJoin(
          generations,
          and(eq(generations.generation, orders.generation), eq(generations.state, 'live')),
        )
        .where(eq(orders.number, number))
        .get()?.orderId,

    deliveriesOf: (endpoint: string, runId: string): Delivery[] =>
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
        .orderBy(asc(deliveries.position))
        .all(),

    /** The runs to expire among the next rows, and where to go on. */
    expired({ after, limit, until, silences, kept }: Expiry): { runIds: string[]; next: number | null } {
      const rows = candidates.all({ after, limit, prefix: kept.prefix, silences: JSON.stringify(silences) })
      const due = rows.filter((row) => row.lastAt <= (row.kept ? kept.until : until))
      const last = rows.at(-1)
      // Positions are in order of time, so behind a young row there are only younger ones.
      const young = last && last.receivedAt > Math.max(until, kept.until)
      return {
        runIds: [...new Set(due.map(({ runId }) => runId))],
        next: last && rows.length === limit && !young ? last.position : null,
      }
    },
  }
}
