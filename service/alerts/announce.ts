import type { Store } from '#db/ports/store.ts'
import { type Announcement, announcementsOf } from '#domain/reports/inbox/announcements.ts'
import { fieldsRejectedIn, maxGroups } from '#domain/reports/rejections/compute.ts'
import { type AlertNews, alertEmail, alertsEmail } from '#service/emails/alerts/alert-emails.ts'
import type { ComposeEmail } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { emailId } from '#service/outbox/destinations/mail/email-id.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { readAlertRecords, readMuteEvents } from '#service/reports/inbox/read-alerts.ts'
import type { AlertMessage } from './alert-webhook.ts'
import { alertBody } from './compose-body.ts'

export interface AnnounceSettings {
  store: Pick<Store, 'operations' | 'outbox' | 'rejections'>
  /** Addresses that are notified; empty for none. */
  recipients: readonly string[]
  emails: Pick<SealedOutbox<EmailContent>, 'seal'>
  compose: ComposeEmail
  /** URL of the page that lists the alerts. */
  inboxUrl: string
  /** Outbox of the webhook for alerts; absent if none is configured. */
  webhook?: Pick<SealedOutbox<AlertMessage>, 'seal'>
  /** Called after messages were enqueued. */
  onMessages: () => void
  /** ms since the epoch */
  now: () => number
}

/** More alerts than this that were recorded at the same time are sent in one e-mail. */
const maxSeparate = 3

/**
 * Enqueues the messages about recorded alerts. The ids of the messages follow from the positions of the events, so a
 * message that was already enqueued or sent is not enqueued again, and a crash before the enqueuing loses none.
 */
export async function announceAlerts(settings: AnnounceSettings): Promise<void> {
  const { store, recipients, emails, webhook, onMessages, now } = settings
  if (recipients.length === 0 && !webhook) return
  const [records, mutes] = await Promise.all([
    readAlertRecords(store.operations),
    readMuteEvents(store.operations),
  ])
  const groups = announcementsOf(records, mutes, now())
  if (groups.length === 0) return
  const toNews = await newsReader(
    store,
    groups.flatMap(({ announcements }) => announcements),
  )
  const drafts = groups.flatMap(({ position, announcements }) =>
    draftsOf(position, announcements.map(toNews), announcements, settings.inboxUrl),
  )
  const messages = [
    ...recipients.flatMap((to) =>
      drafts.map(({ about, draft }) =>
        emails.seal({ email: settings.compose(to, draft) }, { id: emailId(...about, to) }),
      ),
    ),
    ...(webhook
      ? groups.flatMap(({ announcements }) =>
          announcements.map((one) =>
            webhook.seal({ body: alertBody(one) }, { id: emailId('alert-webhook', one.event.position) }),
          ),
        )
      : []),
  ]
  await store.outbox.enqueue(messages)
  onMessages()
}

/** Returns the e-mails about announcements that were recorded together. `about` identifies each. */
function draftsOf(
  position: number,
  news: readonly AlertNews[],
  announcements: readonly Announcement[],
  inboxUrl: string,
) {
  if (news.length > maxSeparate) return [{ about: ['alerts', position], draft: alertsEmail(news, inboxUrl) }]
  return news.map((one, index) => ({
    about: ['alert', announcements[index]!.event.position],
    draft: alertEmail(one, inboxUrl),
  }))
}

/** Returns a function that adds the names of rejected fields, which events do not contain. */
async function newsReader({ rejections }: Pick<Store, 'rejections'>, all: readonly Announcement[]) {
  const begins = all
    .filter(({ event }) => event.data.alert.kind === 'rejected')
    .map(({ event }) => Date.parse(event.data.alert.startedAt))
  const groups =
    begins.length === 0
      ? []
      : await rejections.groups({ from: Math.min(...begins), before: Number.MAX_SAFE_INTEGER }, maxGroups)
  return ({ event }: Announcement): AlertNews => {
    const { alert, examinedUntil } = event.data
    const since = Date.parse(alert.startedAt)
    const until = Date.parse(alert.lastAt ?? examinedUntil)
    const rejectedFields = alert.kind === 'rejected' ? fieldsRejectedIn(groups, { since, until }) : []
    return {
      alert: { ...alert, rejectedFields },
      closed: event.type === 'alert_closed' ? event.data.reason : null,
    }
  }
}
