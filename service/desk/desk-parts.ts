import type { MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import type { OperatorVariables } from '#service/access/require-operator.ts'
import type { Sessions } from '#service/access/sessions.ts'
import type { StaffSessions } from '#service/access/staff-member.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import type { RateLimitSettings } from '#service/http/rate-limit.ts'
import type { CommandSettings } from '#service/orders/operator-commands.ts'
import type { Audit, DeskContext } from './audit.ts'

export interface DeskRouteDeps {
  store: Store
  sessions: Pick<Sessions, 'find'>
  staff: Pick<StaffSessions, 'find'>
  correspondence: Pick<Correspondence, 'requests' | 'resendEmail' | 'orderOfEmail'>
  publicUrl: string | undefined
  unpaid: RetentionPeriod
  submitAfterMs: number
  /** True if a letter service prints and posts the letters. */
  letterService: boolean
  limits: RateLimitSettings
  now: () => number
  /** Called after events were stored. */
  onCommit: () => void
  /** Called after an operator's change, before it is answered. */
  onChange: () => Promise<void>
}

/** What the routes of the operators' page share. */
export interface DeskParts extends DeskRouteDeps {
  /** Path before the names of the routes. */
  api: string
  limit: MiddlewareHandler
  operator: MiddlewareHandler<OperatorVariables>
  audit: Audit
  /** Returns what a command works with, so that its entries in the audit name the operator. */
  commandsOf: (c: DeskContext) => CommandSettings
  noStore: Record<string, string>
}
