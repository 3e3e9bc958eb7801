import type { Store } from '#db/ports/store.ts'
import { lastWholeWeek } from '#domain/weekly-report/schedule.ts'
import { weeklyReport } from '#domain/weekly-report/weekly-report.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import { weeklyReportEmail } from '#service/emails/weekly-report/weekly-report-email.ts'
import { openFrozenReports } from './frozen-reports.ts'
import { readWeeklyData } from './read-weekly-data.ts'
import { subscriptionPath } from './recipients.ts'
import { readSent, weeklySubject } from './weekly-subject.ts'

interface PreviewSettings {
  store: Store
  publicUrl: string
  letterService: boolean
  now: () => number
}

/**
 * Composes the report about the last whole week as of now, without sending or recording anything. Its link to
 * unsubscribe has no token. Returns undefined if the figures cannot be read, or the log began after the week.
 */
export async function previewWeeklyReport(settings: PreviewSettings): Promise<EmailDraft | undefined> {
  const { store, publicUrl, now } = settings
  const frozen = await openFrozenReports(store)
  if (!frozen) return undefined
  const week = lastWholeWeek(now())
  const subject = await weeklySubject(store, week, {
    asOf: { position: frozen.checkpoint, at: now() },
    sent: await readSent(store),
  })
  if (!subject) return undefined
  const report = weeklyReport(await readWeeklyData({ ...settings, frozen }, subject))
  return weeklyReportEmail(report, { publicUrl, unsubscribeUrl: `${publicUrl}${subscriptionPath}` })
}
