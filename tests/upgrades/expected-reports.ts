import { expect } from 'vitest'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { sameReports } from './as-earlier.ts'
import type { KeptStore } from './kept-store.ts'
import { withoutWritten } from './received.ts'

interface Added {
  /**
   * Fields that were added to reports, keyed by report name:
   * - `reports`: added to the report itself
   * - `counts`: added to the counts of the report
   * - `rows`: added to each row of the report
   */
  reports: Record<string, object>
  counts: Record<string, object>
  rows: Record<string, object>
  /** Fields that were added to an exported run. */
  run: object
}

/**
 * Fields that an earlier version lacks in reports and exports, by the commit of that version. Each field has the value
 * that the current version returns for a store of the earlier version.
 */
const addedSince: Record<string, Added> = {
  dffc143: {
    reports: { quality: { excludedRuns: { operator: 0, service: 0 } } },
    counts: { deliveries: { held: 0, discarded: 0 } },
    rows: { orders: { testPayment: false } },
    run: { 'Nur noch für die Rechnung aufbewahrt': false },
  },
}

interface Report {
  counts?: object
  rows?: object[]
  stopped?: object | null
  emails?: object
}

/** Reports whose figures changed before 64d7da3: returns the current figures for those of an earlier version. */
const changedReports: Record<string, (store: KeptStore, report: unknown) => object> = {
  quality: (store, report) => withoutWritten(store, report as QualityReport),
  attribution: (_, report) => roundedOtherwise(report) as object,
  'attribution/models': (_, report) => roundedOtherwise(report) as object,
}

/**
 * Allows credits to differ by their rounding: earlier versions rounded them for each dimension, not for each touch. The
 * exact figures are tested against a second computation from the log.
 */
function roundedOtherwise(report: unknown, name = ''): unknown {
  if (Array.isArray(report)) return report.map((one) => roundedOtherwise(one))
  if (typeof report === 'number') {
    if (['runs', 'orders', 'conversionRate'].includes(name)) return expect.closeTo(report, 6)
    // Within less than five cents.
    return ['revenueCents', 'netRevenueCents'].includes(name) ? expect.closeTo(report, -1) : report
  }
  if (typeof report !== 'object' || report === null) return report
  const entries = Object.entries(report).map(([member, value]) => [member, roundedOtherwise(value, member)])
  return Object.fromEntries(entries)
}

/** Returns the reports that the current version must return for a store of an earlier version. */
export function expectedReports(store: KeptStore): Record<string, unknown> {
  const { commit, reports, files } = store
  const added = addedSince[commit]
  const complete = ([path, report]: [string, unknown]) => {
    const name = /^\/api\/reports\/([^?]+)/.exec(path)![1]!
    const change = sameReports.has(commit) ? undefined : changedReports[name]
    const changed = change?.(store, report) ?? (report as object)
    const { counts, rows, stopped, emails } = changed as Report
    return [
      path,
      {
        ...changed,
        ...added?.reports[name],
        // Versions that kept e-mails as files do not report them.
        ...(name === 'deliveries' && { emails: emails ?? waitingEmails(files) }),
        ...(stopped && { stopped: { ...stopped, code: 'gone' } }),
        ...(counts && { counts: { ...counts, ...added?.counts[name] } }),
        ...(rows && { rows: rows.map((row) => ({ ...row, ...added?.rows[name] })) }),
      },
    ]
  }
  return Object.fromEntries(Object.entries(reports).map(complete))
}

/**
 * Returns the e-mails that the report on deliveries must show for a store of a version that does not report them. That
 * version stored each e-mail as a file and had tried twice to send it. The report shows the time of the file's last
 * change as the time at which the e-mail was created.
 */
function waitingEmails(files: KeptStore['files']): object {
  const waiting = Object.entries(files).filter(([name]) => name.startsWith('mail/outbox/'))
  const rows = waiting.map(([, { changedAt }]) => {
    const createdAt = new Date(changedAt).toISOString()
    return expect.objectContaining({ state: 'retrying', attempts: 2, createdAt }) as object
  })
  const inAnyOrder = rows.map(() => expect.toBeOneOf(rows) as object)
  return { pending: 0, retrying: waiting.length, undeliverable: 0, rows: inAnyOrder }
}

/** Returns the export that the current version must create for the person in a store of an earlier version. */
export function expectedExport({ commit, person }: KeptStore): object {
  const exported = person.export as { Vorgänge: object[] }
  // Versions that stored no documents, or no content of rejected events, do not export any.
  const runs = exported.Vorgänge.map((run) => ({
    Dokumente: [],
    'Abgewiesene Ereignisse': [],
    ...run,
    ...addedSince[commit]?.run,
  }))
  return { ...exported, Vorgänge: runs }
}
