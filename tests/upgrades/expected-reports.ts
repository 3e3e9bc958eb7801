import { expect } from 'vitest'
import type { KeptStore } from './kept-store.ts'

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

/** Returns the reports that the current version must return for a store of an earlier version. */
export function expectedReports({ commit, reports, files }: KeptStore): Record<string, unknown> {
  const added = addedSince[commit]
  const complete = ([path, report]: [string, unknown]) => {
    const name = /^\/api\/reports\/([^?]+)/.exec(path)![1]!
    const { counts, rows, stopped, emails } = report as Report
    return [
      path,
      {
        ...(report as object),
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
  // Versions that stored no documents do not export any.
  const runs = exported.Vorgänge.map((run) => ({ Dokumente: [], ...run, ...addedSince[commit]?.run }))
  return { ...exported, Vorgänge: runs }
}
