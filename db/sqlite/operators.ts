import type {
  AuditEntry,
  HeldBack,
  PrintedLetter,
  Refusals,
  StaffAuditEntry,
  StaffAuditQuery,
  WorkQuery,
  WorkRow,
} from '#db/ports/operator-store.ts'
import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import {
  type WorkCount,
  auditFiltersPlan,
  auditQuery,
  auditRefusalsPlan,
  expireAuditQuery,
  heldBackQuery,
  insertAudit,
  lastFetchQuery,
  printedQuery,
  staffAuditQuery,
  workCounts,
  workQuery,
} from '#db/reads/read-operators.ts'
import { excludedWorkQuery } from '#db/reads/read-unsent-orders.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery, runQueryPlan, runWritePlan } from '#db/sqlite/connection/run-query-plan.ts'

/** Creates the reading methods of `OperatorStore`. */
export function createOperatorReads(connection: Connection) {
  return {
    work: (query: WorkQuery) => runQuery<WorkRow>(connection, workQuery(query)),
    excludedWork: (limit: number) => runQuery<DeclaredOrder>(connection, excludedWorkQuery(limit)),
    printed: (orderIds: readonly string[]) => runQuery<PrintedLetter>(connection, printedQuery(orderIds)),
    heldBack: (now: number) => runQuery<HeldBack>(connection, heldBackQuery(now)),
    countWork: () => runQuery<WorkCount>(connection, workCounts),
    auditOf: (orderId: string, limit: number) => runQuery<AuditEntry>(connection, auditQuery(orderId, limit)),
    auditOfStaff: (query: StaffAuditQuery) => runQuery<StaffAuditEntry>(connection, staffAuditQuery(query)),
    lastFetch: (file: string) =>
      runQuery<Omit<StaffAuditEntry, 'id' | 'action'>>(connection, lastFetchQuery(file))[0],
    auditFilters: (limit: number) => runQueryPlan(connection, auditFiltersPlan(limit)),
  }
}

/** Creates the writing methods of `OperatorStore`. */
export function createOperatorWrites(connection: Connection) {
  return {
    audit: (entry: AuditEntry): void => void runQuery(connection, insertAudit(entry)),
    auditRefusals: (refusals: Refusals): void => runWritePlan(connection, auditRefusalsPlan(refusals)),
    expireAudit: (until: number, limit: number) =>
      runQuery(connection, expireAuditQuery(until, limit)).length,
  }
}
