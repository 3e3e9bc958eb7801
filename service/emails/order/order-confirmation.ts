import { changeTime } from '#domain/retention/german-period.ts'
import { attachmentNames } from '#service/emails/attachment-names.ts'
import { type EmailDraft, facts, heading, steps, text } from '#service/emails/template/email-draft.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'
import { type OrderFacts, priceOf, statusLink } from './order-facts.ts'

interface ConfirmedOrder {
  order: OrderFacts
  /** True if the customer ordered as a business, which has no right of withdrawal. */
  isBusiness: boolean
  /** Time in ms between the payment and the letter, in which the customer can change the values. */
  submitAfterMs: number
}

/** Returns the e-mail that accepts an order (§ 312f BGB). The confirmation is attached as PDF. */
export function orderConfirmationEmail({ order, isBusiness, submitAfterMs }: ConfirmedOrder): EmailDraft {
  const contents = isBusiness
    ? 'den Bedingungen und den Produktinformationen'
    : 'den Bedingungen, der Widerrufsbelehrung mit Muster-Formular und den Produktinformationen'
  return {
    subject: `Auftragsbestätigung ${order.number}`,
    title: 'Ihr Auftrag ist bestätigt',
    blocks: [
      text('Guten Tag,'),
      text('vielen Dank für Ihren Auftrag. Wir nehmen ihn hiermit an.'),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Gesamtpreis', priceOf(order)],
        ['Bestellt am', formatMinute(order.orderedAt)],
      ),
      heading('So geht es weiter'),
      steps(
        'Sie bezahlen den Auftrag, falls das noch nicht geschehen ist.',
        'Gleich nach der Zahlung erhalten Sie Ihren ausgefüllten Antrag als PDF und die Rechnung.',
        `Danach können Sie Ihre Angaben noch ${changeTime(submitAfterMs)} lang ansehen und die meisten davon ändern.`,
        'Dann geht der Antrag per Post an den Beitragsservice. Den Versand bestätigen wir Ihnen per E-Mail.',
      ),
      statusLink(order, 'Auftrag ansehen und bezahlen'),
      text(
        `Im Anhang finden Sie die Auftragsbestätigung (${attachmentNames.confirmation(order.number)}) mit ${contents}. Bitte bewahren Sie sie auf.`,
      ),
    ],
  }
}
