import type { DeskWork } from '#domain/desk/desk-work.ts'
import type { DeskQueue } from '#domain/desk/queue-contract.ts'
import { type EmailDraft, button, facts, text } from '#service/emails/template/email-draft.ts'

const workNames: Record<DeskWork, string> = {
  decide: 'Widerrufe zu entscheiden',
  refund: 'Erstattungen nach Widerruf',
  failed: 'Erstattungen nach gescheitertem Brief',
  send: 'Briefe zu versenden',
  submit: 'Briefe, deren Übergabe aussteht',
  posting: 'Briefe, zu denen die Meldung des Briefdienstes fehlt',
}

/** Returns the e-mail about due work that operators get on a working morning. It contains no personal data. */
export function dueEmail({ groups, messageCount, requests }: DeskQueue, deskUrl: string): EmailDraft {
  const rows = groups
    .filter(({ due }) => due > 0)
    .map(({ work, due }): [string, string] => [workNames[work], String(due)])
  if (messageCount > 0) rows.push(['Nicht zugestellte Nachrichten', String(messageCount)])
  if (requests.count > 0) rows.push(['Offene Support-Anfragen', String(requests.count)])
  return {
    subject: 'Aufträge: Heute ist etwas zu tun',
    title: 'Heute zu tun',
    blocks: [text('Guten Morgen,'), facts(...rows), button('Zu den Aufträgen', deskUrl)],
  }
}
