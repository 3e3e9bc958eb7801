import type { AuditEntry, HeldBack, PrintedLetter, WorkQuery, WorkRow } from '#db/ports/operator-store.ts'
import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import {
  type WorkCount,
  auditQuery,
  expireAuditQuery,
  heldBackQuery,
  insertAudit,
  printedQuery,
  staffAuditQuery,
  workCounts,
  workQuery,
} from '#db/reads/read-operators.ts'
import { excludedWorkQuery } from '#db/reads/read-unsent-orders.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates the reading methods of `OperatorStore`. */
export function createOperatorReads(connection: Connection) {
  return {
    work: (query: WorkQuery) => runQuery<WorkRow>(connection, workQuery(query)),
    excludedWork: (limit: number) => runQuery<DeclaredOrder>(connection, excludedWorkQuery(limit)),
    printed: (orderIds: readonly string[]) => runQuery<PrintedLetter>(connection, printedQuery(orderIds)),
    heldBack: (now: number) => runQuery<HeldBack>(connection, heldBackQuery(now)),
    countWork: () => runQuery<WorkCount>(connection, workCounts),
    auditOf: (orderId: string, limit: number) => runQuery<AuditEntry>(connection, auditQuery(orderId, limit)),
    auditOfStaff: (limit: number) => runQuery<AuditEntry>(connection, staffAuditQuery(limit)),
  }
}

/** Creates the writing methods of `OperatorStore`. */
export function createOperatorWrites(connection: Connection) {
  return {
    audit: (entry: AuditEntry): void => void runQuery(connection, insertAudit(entry)),
    expireAudit: (until: number, limit: number) =>
      runQuery(connection, expireAuditQuery(until, limit)).length,
  }
}
