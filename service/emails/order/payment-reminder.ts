import { type EmailDraft, facts, text } from '#service/emails/template/email-draft.ts'
import { formatDay, formatMinute } from '#service/emails/template/format-values.ts'
import { type OrderFacts, priceOf, statusLink } from './order-facts.ts'

/** Returns the only reminder of an unpaid order. `expiresAt` is the time in ms when an unpaid order expires. */
export function paymentReminderEmail({
  order,
  expiresAt,
}: {
  order: OrderFacts
  expiresAt: number
}): EmailDraft {
  return {
    subject: `Ihr Auftrag ${order.number} wartet auf die Zahlung`,
    title: 'Es fehlt nur noch die Zahlung',
    blocks: [
      text('Guten Tag,'),
      text(
        `Ihr Auftrag vom ${formatMinute(order.orderedAt)} ist noch nicht bezahlt. Deshalb ist Ihr Antrag noch nicht unterwegs.`,
      ),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Gesamtpreis', priceOf(order)],
        ['Zahlbar bis', formatDay(expiresAt)],
      ),
      statusLink(order, 'Auftrag ansehen und bezahlen'),
      text(
        'Bleibt die Zahlung bis dahin aus, verfällt der Auftrag und wir senden keinen Antrag ab. Haben Sie inzwischen bezahlt, ist diese Nachricht erledigt. Weitere Erinnerungen senden wir nicht.',
      ),
    ],
  }
}
