import {
  type AuditEntry,
  type Refusals,
  type StaffAuditQuery,
  type WorkQuery,
  frequentReads,
  printActions,
} from '#db/ports/operator-store.ts'
import { limitedKinds, slotRecipient } from '#domain/orders/acknowledgement-limits.ts'
import type { OrderWork } from '#domain/orders/order-work.ts'
import { hourMs } from '#domain/time/durations.ts'
import { type QueryPlan, type Sql, allOf, listOf, rowsOf, sql } from './query-plan.ts'

const live = sql`(SELECT generation FROM generations WHERE state = 'live')`

/** Implements `OperatorStore.work`. */
export function workQuery({ work, limit }: WorkQuery): Sql {
  return sql`SELECT order_id AS "orderId", number, run_id AS "runId", funnel, at, price_cents AS "priceCents", status
    FROM orders WHERE generation = ${live} AND work = ${work} AND work IS NOT NULL
    ORDER BY price_cents DESC, at, order_id LIMIT ${limit}`
}

/** Implements `OperatorStore.printed`. A refused print has a detail and does not count. */
export function printedQuery(orderIds: readonly string[]): Sql {
  return sql`SELECT order_id AS "orderId", at, operator FROM audit WHERE id IN (
    SELECT max(id) FROM audit
    WHERE order_id IN ${listOf(orderIds)} AND action IN ${listOf(printActions)} AND detail IS NULL GROUP BY order_id
  )`
}

/** Kinds of e-mails that wait only because of their slot. */
const slotKinds = limitedKinds.filter((kind) => kind !== 'confirmation')

/**
 * Implements `OperatorStore.heldBack`. An e-mail that waits for its slot is counted by the slot, whose recipient names
 * the kind. Order confirmations are counted by their messages, which are postponed for any limit without an attempt.
 */
export function heldBackQuery(now: number): Sql {
  const slots = slotKinds.map(
    (
      kind,
    ) => sql`SELECT CAST(${kind} AS text) AS kind, CAST(count(*) AS bigint) AS count FROM acknowledgements
      WHERE at > ${now} AND ${
        kind === 'acknowledgement'
          ? sql`recipient NOT LIKE '%:%'`
          : sql`recipient LIKE ${slotRecipient(kind, '%')}`
      } HAVING count(*) > 0`,
  )
  return sql`${sql.join(slots, sql` UNION ALL `)} UNION ALL
    SELECT 'confirmation', CAST(count(*) AS bigint) FROM outbox
    WHERE destination = 'mail' AND state = 'pending' AND event_type = 'prepared' AND attempts = 0
      AND next_attempt_at > ${now + hourMs} HAVING count(*) > 0`
}

/** Implements `OperatorStore.countWork`. */
export const workCounts = sql`SELECT work, CAST(count(*) AS bigint) AS count FROM orders
  WHERE generation = ${live} AND work IS NOT NULL GROUP BY work`

export interface WorkCount {
  work: OrderWork
  count: number
}

/** Implements `OperatorStore.auditOf`. */
export function auditQuery(orderId: string, limit: number): Sql {
  return sql`SELECT at, operator, action, order_id AS "orderId", detail FROM audit
    WHERE order_id = ${orderId} ORDER BY id DESC LIMIT ${limit}`
}

/** Implements `OperatorStore.auditOfStaff`. */
export function staffAuditQuery({ operator, action, before, limit }: StaffAuditQuery): Sql {
  const conditions = [
    sql`order_id IS NULL`,
    action === undefined ? sql`action NOT IN ${listOf(frequentReads)}` : sql`action = ${action}`,
    ...(operator === undefined ? [] : [sql`operator = ${operator}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ]
  return sql`SELECT id, at, operator, action, detail FROM audit
    WHERE ${allOf(conditions)} ORDER BY id DESC LIMIT ${limit}`
}

/** Implements `OperatorStore.auditFilters`. Sorts by code units, because the engines sort text differently. */
export function* auditFiltersPlan(limit: number): QueryPlan<{ operators: string[]; actions: string[] }> {
  const operators = yield* rowsOf<{ name: string }>(
    sql`SELECT DISTINCT operator AS name FROM audit WHERE order_id IS NULL LIMIT ${limit}`,
  )
  const actions = yield* rowsOf<{ name: string }>(
    sql`SELECT DISTINCT action AS name FROM audit WHERE order_id IS NULL LIMIT ${limit}`,
  )
  return { operators: sortedNames(operators), actions: sortedNames(actions) }
}

const sortedNames = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).toSorted()

/** Implements `OperatorStore.auditRefusals`. */
export function* auditRefusalsPlan({ at, hour, operator, action, count }: Refusals): QueryPlan<void> {
  const added = yield* rowsOf(sql`UPDATE audit
    SET detail = CAST(CAST(detail AS bigint) + CAST(${count} AS bigint) AS text)
    WHERE id = (
      SELECT max(id) FROM audit
      WHERE at >= ${hour} AND at < ${hour + hourMs} AND order_id IS NULL AND operator = ${operator} AND action = ${action}
    ) RETURNING id`)
  const entry = { at, operator, action, orderId: null, detail: String(count) }
  if (added.length === 0) yield* rowsOf(insertAudit(entry))
}

/** Implements `OperatorStore.lastFetch`. */
export function lastFetchQuery(file: string): Sql {
  return sql`SELECT at, operator, detail FROM audit
    WHERE order_id IS NULL AND action = 'conversion-file' AND (detail = ${file} OR detail LIKE ${`${file} %`})
    ORDER BY id DESC LIMIT 1`
}

/** Implements `OperatorStore.audit`. */
export function insertAudit({ at, operator, action, orderId, detail }: AuditEntry): Sql {
  return sql`INSERT INTO audit (at, operator, action, order_id, detail)
    VALUES (${at}, ${operator}, ${action}, ${orderId}, ${detail}) RETURNING id`
}

/** Implements `OperatorStore.expireAudit`. */
export function expireAuditQuery(until: number, limit: number): Sql {
  return sql`DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE at < ${until} ORDER BY at LIMIT ${limit})
    RETURNING id`
}
