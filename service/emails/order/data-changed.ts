import { attachmentNames } from '#service/emails/attachment-names.ts'
import { type EmailDraft, facts, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'
import { type OrderFacts, statusLink } from './order-facts.ts'

interface ChangedOrder {
  order: OrderFacts
  /** Time of the change, in ms since the epoch. */
  changedAt: number
  /** Time until which further changes are possible, in ms since the epoch. */
  changeUntil: number
}

/** Returns the e-mail with the new application, sent after the customer changed the values of a paid order. */
export function dataChangedEmail({ order, changedAt, changeUntil }: ChangedOrder): EmailDraft {
  return {
    subject: `Neuer Antrag zu Auftrag ${order.number}: Ihre Angaben sind geändert`,
    title: 'Ihre Angaben sind geändert',
    blocks: [
      text('Guten Tag,'),
      text(
        `im Anhang finden Sie Ihren neuen Antrag (${attachmentNames.application(order.number)}). Er ersetzt den früheren. Ihre Rechnung bleibt gültig.`,
      ),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Geändert am', formatMinute(changedAt)],
        ['Änderbar bis', formatMinute(changeUntil)],
      ),
      statusLink(order, 'Angaben ansehen und ändern'),
      text('Haben Sie nichts geändert? Dann schreiben Sie uns bitte gleich.'),
    ],
  }
}
