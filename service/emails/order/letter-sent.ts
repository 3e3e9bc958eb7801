import { type EmailDraft, facts, heading, text } from '#service/emails/template/email-draft.ts'
import { formatDay } from '#service/emails/template/format-values.ts'
import { type OrderFacts, recipient, statusLink } from './order-facts.ts'

interface SentLetter {
  order: OrderFacts
  /** Time at which the letter was posted, in ms since the epoch. */
  sentAt: number
  /**
   * True if the customer's right of withdrawal lapsed with the posting: the customer is a consumer and had not declared
   * a withdrawal before.
   */
  hasRightLapsed: boolean
}

/** Returns the transmission confirmation. With the posting of the letter the service is fully performed. */
export function letterSentEmail({ order, sentAt, hasRightLapsed }: SentLetter): EmailDraft {
  const lapse = hasRightLapsed
    ? ' Damit ist Ihr Widerrufsrecht erloschen, wie Sie es vor der Bestellung bestätigt haben (§ 356 Abs. 4 BGB).'
    : ''
  return {
    subject: `Versandbestätigung: Ihr Antrag zu Auftrag ${order.number} ist unterwegs`,
    title: 'Ihr Antrag ist unterwegs',
    blocks: [
      text('Guten Tag,'),
      text('wir haben Ihren Antrag per Post abgesendet.'),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Abgesendet am', formatDay(sentAt)],
        ['Empfänger', recipient],
      ),
      heading('So geht es weiter'),
      text(
        'Der Beitragsservice bearbeitet Anträge üblicherweise in 7 bis 10 Werktagen und schreibt Ihnen dann selbst. Bei uns müssen Sie nichts weiter tun.',
      ),
      text(`Unsere Leistung ist vollständig erbracht.${lapse}`),
      statusLink(order),
    ],
  }
}
