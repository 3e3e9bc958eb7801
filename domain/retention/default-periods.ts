import { dayMs } from '#domain/time/durations.ts'
import type { RetentionPeriod } from './period.ts'

/** Retention periods by kind of data; each is a setting of the service. */
export interface Retention {
  drafts: RetentionPeriod
  uploads: RetentionPeriod
  unpaid: RetentionPeriod
  fulfilled: RetentionPeriod
  invoices: RetentionPeriod
  rejected: RetentionPeriod
  mail: RetentionPeriod
}

export const defaultPeriods = {
  drafts: 30 * dayMs,
  uploads: dayMs,
  unpaid: 30 * dayMs,
  fulfilled: 90 * dayMs,
  // This is longer than the law requires: since 2025, § 14b UStG and § 147 AO have required eight years.
  invoices: { years: 10 },
  rejected: 30 * dayMs,
  mail: 30 * dayMs,
} satisfies Retention
