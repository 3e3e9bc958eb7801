import type { Pool } from 'pg'
import type {
  AuditEntry,
  HeldBack,
  OperatorStore,
  PrintedLetter,
  StaffAuditEntry,
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
import { refusalsLock } from '#db/postgres/connection/locks.ts'
import { runQuery, runQueryPlan, runWritePlan } from '#db/postgres/connection/run-query-plan.ts'

type LastFetch = Omit<StaffAuditEntry, 'id' | 'action'>

/** Creates the `OperatorStore`. */
export function createOperators(pool: Pool): OperatorStore {
  return {
    work: (query) => runQuery<WorkRow>(pool, workQuery(query)),
    excludedWork: (limit) =>
      runQuery<DeclaredOrder & Record<string, unknown>>(pool, excludedWorkQuery(limit)),
    printed: (orderIds) => runQuery<PrintedLetter & Record<string, unknown>>(pool, printedQuery(orderIds)),
    heldBack: (now) => runQuery<HeldBack & Record<string, unknown>>(pool, heldBackQuery(now)),
    countWork: () => runQuery<WorkCount & Record<string, unknown>>(pool, workCounts),
    audit: async (entry) => void (await runQuery(pool, insertAudit(entry))),
    auditOf: (orderId, limit) =>
      runQuery<AuditEntry & Record<string, unknown>>(pool, auditQuery(orderId, limit)),
    auditOfStaff: (query) =>
      runQuery<StaffAuditEntry & Record<string, unknown>>(pool, staffAuditQuery(query)),
    auditFilters: (limit) => runQueryPlan(pool, auditFiltersPlan(limit)),
    lastFetch: async (file) =>
      (await runQuery<LastFetch & Record<string, unknown>>(pool, lastFetchQuery(file)))[0],
    auditRefusals: (refusals) => runWritePlan(pool, refusalsLock, auditRefusalsPlan(refusals)),
    expireAudit: async (until, limit) => (await runQuery(pool, expireAuditQuery(until, limit))).length,
  }
}
