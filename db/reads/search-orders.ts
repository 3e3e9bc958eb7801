import { wordsOf } from '#domain/orders/name-words.ts'
import type { DataKeys } from '#db/keys/data-keys.ts'
import { type QueryPlan, listOf, rowsOf, sql } from './query-plan.ts'

/** Prefix of the once key of an order. The rest of the key is the run id. */
export const orderPrefix = 'order:'

/** Returns the HMACs by which words are searched, each once. Words with `@` are e-mail addresses. */
export function hmacsOf(words: readonly string[], keys: Pick<DataKeys, 'emailHmac' | 'nameHmac'>): Buffer[] {
  const hmacs = words.flatMap((word) =>
    word.includes('@') ? [keys.emailHmac(word)] : wordsOf(word).map(keys.nameHmac),
  )
  return [...new Map(hmacs.map((hmac) => [hmac.toString('hex'), hmac])).values()]
}

/**
 * Implements `PersonStore.searchOrders`. Anyone can enter an address in any number of runs and never place an order, so
 * runs without an order are left out before anything else is read about them.
 */
export function* searchOrders(hmacs: readonly Buffer[], limit: number): QueryPlan<string[]> {
  if (hmacs.length === 0) return []
  const rows = yield* rowsOf<{ orderId: string }>(
    sql`SELECT e.id AS "orderId" FROM (
        SELECT run_id, count(DISTINCT hmac) AS words FROM (
          SELECT run_id, hmac FROM email_hmacs WHERE hmac IN ${listOf(hmacs)}
          UNION ALL SELECT run_id, hmac FROM name_hmacs WHERE hmac IN ${listOf(hmacs)}) AS found
        GROUP BY run_id) AS run
      JOIN once_keys k ON k.key = ${orderPrefix} || run.run_id
      JOIN events e ON e.position = k.position
      WHERE run.words = ${hmacs.length}
      ORDER BY e.position DESC LIMIT ${limit}`,
  )
  return rows.map(({ orderId }) => orderId)
}
