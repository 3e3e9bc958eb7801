import { type CloseReason, isWithdrawn } from '#domain/operations/alert.ts'
import type { Alert } from '#domain/reports/alerts/shape.ts'
import {
  alertSentence,
  alertTime,
  alertTitle,
  furtherSentences,
  lossSentence,
} from '#domain/reports/alerts/words.ts'
import { type EmailDraft, bullets, button, heading, text } from '#service/emails/template/email-draft.ts'

/** An alert that was opened or, with a reason, closed. */
export interface AlertNews {
  alert: Alert
  closed: CloseReason | null
}

/** Returns the e-mail about one alert. `inboxUrl` is the URL of the page that lists all of them. */
export function alertEmail(news: AlertNews, inboxUrl: string): EmailDraft {
  const { alert, closed } = news
  const title = alertTitle(alert)
  return {
    subject:
      closed === null
        ? `Auffälligkeit: ${title}, ${alertTime(alert)}`
        : `${closedSubjects[closed]}: ${title}, ${alertTime(alert)}`,
    title,
    blocks: [...blocksOf(news), button('Zu den Auffälligkeiten', inboxUrl)],
  }
}

/** Returns the e-mail about several alerts that were recorded at the same time. */
export function alertsEmail(all: readonly AlertNews[], inboxUrl: string): EmailDraft {
  const shown = all.slice(0, maxShown)
  const rest = all.length - shown.length
  return {
    subject: `${all.length} Auffälligkeiten`,
    title: `${all.length} Auffälligkeiten`,
    blocks: [
      ...shown.flatMap((news) => [heading(alertTitle(news.alert)), ...blocksOf(news)]),
      ...(rest === 0 ? [] : [text(`Dazu ${rest} weitere; die Seite zeigt alle.`)]),
      button('Zu den Auffälligkeiten', inboxUrl),
    ],
  }
}

/** Maximum number of alerts that one e-mail describes. */
const maxShown = 20

function blocksOf({ alert, closed }: AlertNews): EmailDraft['blocks'] {
  const loss = lossSentence(alert)
  const further = furtherSentences(alert)
  return [
    text(alertSentence(alert)),
    ...(loss === undefined || (closed !== null && isWithdrawn(closed)) ? [] : [text(loss)]),
    ...(closed === null ? [] : [text(closedSentences[closed])]),
    ...(further.length === 0 ? [] : [bullets(...further)]),
  ]
}

const closedSubjects: Readonly<Record<CloseReason, string>> = {
  over: 'Beendet',
  merged: 'Zusammengefasst',
  not_found: 'Doch nicht auffällig',
  expired: 'Nicht mehr beobachtet',
}

const closedSentences: Readonly<Record<CloseReason, string>> = {
  over: 'Inzwischen ist es wieder wie sonst.',
  merged:
    'Inzwischen ist eine andere Auffälligkeit als Ursache erkannt. Diese hier wird nicht weiter gezählt.',
  not_found: 'Mit den vollständigen Zahlen ist das nicht mehr auffällig.',
  expired: 'Das wird nicht mehr geprüft: Es ist zu lange her, oder der Versand ist abgeschaltet.',
}
