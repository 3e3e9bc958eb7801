import type { Store } from '#db/ports/store.ts'
import { dueTime, weekToSend } from '#domain/weekly-report/schedule.ts'
import { weeklyReport } from '#domain/weekly-report/weekly-report.ts'
import { weeklyReportEmail } from '#service/emails/weekly-report/weekly-report-email.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { openFrozenReports } from './frozen-reports.ts'
import { readWeeklyData } from './read-weekly-data.ts'
import type { Recipient, Recipients } from './recipients.ts'
import type { Subscriptions } from './subscriptions.ts'
import { frozenBy, readSent, weeklySubject } from './weekly-subject.ts'

export interface SendingSettings {
  store: Store
  recipients: Recipients
  subscriptions: Pick<Subscriptions, 'isSubscribed'>
  emails: Pick<SealedOutbox<EmailContent>, 'seal'>
  compose: ComposeEmail
  /** Public origin of the service, without a trailing slash. */
  publicUrl: string
  letterService: boolean
  now: () => number
  /** Called after an event was appended. */
  onCommit: () => void
  /** Called after messages were enqueued. */
  onMessages: () => void
}

/**
 * - `done`: the report is enqueued for all recipients.
 * - `not-now`: no report may be sent at this time.
 * - `nothing`: there are no subscribers, or the log began after the week.
 * - `later`: the figures cannot be read, or the event cannot be stored, at the moment.
 */
export type Sending = 'done' | 'not-now' | 'nothing' | 'later'

/**
 * Sends the report about the last week if it is due. It can be called any number of times, by any process: the first
 * one appends the event, which fixes the position of the figures, and the ids of the e-mails follow from week and
 * recipient. After a crash in between, the e-mails are composed again as of that position and enqueued if they are
 * missing. All of them are enqueued in one transaction.
 */
export async function sendWeeklyReport(settings: SendingSettings): Promise<Sending> {
  const { store, now, emails, onCommit, onMessages } = settings
  const week = weekToSend(now())
  if (!week) return 'not-now'
  const subscribed = await subscribedRecipients(settings)
  if (subscribed.length === 0) return 'nothing'
  const frozen = await openFrozenReports(store)
  // After a restart, the projections may still have to count events of the week.
  if (!frozen || frozen.checkpoint < (await store.log.positionAt(dueTime(week)))) return 'later'
  const sent = await readSent(store)
  const known = sent.find(({ data }) => data.week === week.from)
  const asOf = known ? frozenBy(known) : { position: frozen.checkpoint, at: now() }
  const subject = await weeklySubject(store, week, { asOf, sent })
  if (!subject) return 'nothing'
  const report = weeklyReport(await readWeeklyData({ ...settings, frozen }, subject))
  if (!known) {
    const once = `weekly_report_sent:${week.from}`
    const data = { week: week.from, position: asOf.position }
    const { status } = await store.operations.append({ type: 'weekly_report_sent', once, data })
    // Another process may have fixed another position in the meantime.
    if (status !== 'stored') return 'later'
    onCommit()
  }
  const { compose, publicUrl } = settings
  await store.outbox.enqueue(
    subscribed.map(({ address, id, url }) => {
      const draft = weeklyReportEmail(report, { publicUrl, unsubscribeUrl: url })
      const email = { ...compose(address, draft), unsubscribeUrl: url }
      return emails.seal({ email }, { id: emailId('weekly-report', week.from, id) })
    }),
  )
  onMessages()
  return 'done'
}

async function subscribedRecipients({ recipients, subscriptions }: SendingSettings): Promise<Recipient[]> {
  const subscribed: Recipient[] = []
  for (const recipient of recipients.all)
    if (await subscriptions.isSubscribed(recipient)) subscribed.push(recipient)
  return subscribed
}
