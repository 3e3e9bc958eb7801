import { type Retention, defaultPeriods } from '#domain/retention/default-periods.ts'
import type { Env } from '#service/config/env.ts'
import type { RetentionPeriods } from './retention.ts'

/** Returns the configured retention periods. */
export function retentionOf(env: Env): Retention & RetentionPeriods {
  return {
    drafts: env.RETENTION_DRAFTS,
    unpaid: env.RETENTION_UNPAID,
    fulfilled: env.RETENTION_FULFILLED,
    invoices: env.RETENTION_INVOICES ?? env.RETENTION_ORDERS ?? defaultPeriods.invoices,
    rejected: env.RETENTION_REJECTED,
    uploads: env.RETENTION_UPLOADS,
    mail: env.RETENTION_MAIL,
  }
}

/** Returns warnings about renamed settings, which are logged when the service starts. */
export function retentionWarnings({ RETENTION_ORDERS, RETENTION_INVOICES }: Env): string[] {
  if (RETENTION_ORDERS === undefined) return []
  const read =
    RETENTION_INVOICES === undefined
      ? 'it is read as RETENTION_INVOICES, the period for which an invoice keeps name and address'
      : 'it is ignored, because RETENTION_INVOICES is set as well'
  return [
    `RETENTION_ORDERS is set: ${read}. Application data of an order is deleted after RETENTION_FULFILLED, or after RETENTION_UNPAID if it was never paid`,
  ]
}
