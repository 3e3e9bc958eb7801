import { type QueryPlan, rowsOf, sql } from './query-plan.ts'

/**
 * Implements `PersonStore.findOrderedRuns` for the HMAC of an e-mail address. Anyone can enter an address in any number
 * of runs and never place an order. The query therefore does only one lookup for each run without an order.
 */
export function* readOrderedRuns(emailHmac: Buffer, limit: number): QueryPlan<string[]> {
  const rows = yield* rowsOf<{ runId: string }>(
    sql`SELECT DISTINCT h.run_id AS "runId" FROM email_hmacs h
      WHERE h.hmac = ${emailHmac}
        AND EXISTS (SELECT 1 FROM once_keys k WHERE k.key = 'order:' || h.run_id)
      LIMIT ${limit}`,
  )
  return rows.map(({ runId }) => runId)
}
