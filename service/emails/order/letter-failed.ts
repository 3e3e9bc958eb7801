import { dayMs } from '#domain/time/durations.ts'
import { type EmailDraft, facts, text } from '#service/emails/template/email-draft.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { formatDay } from '#service/emails/template/format-values.ts'
import { type OrderFacts, statusLink } from './order-facts.ts'

/** Time in ms within which a payment is refunded. */
export const refundPeriod = 14 * dayMs

interface FailedLetter {
  order: OrderFacts
  /** Amount that is refunded, in cents. */
  amountCents: number
  /** Time of the failure, in ms since the epoch. */
  failedAt: number
}

/**
 * Returns the e-mail that says that an application could not be delivered, and announces the refund. It leaves out the
 * reason, which is written for operators.
 */
export function letterFailedEmail({ order, amountCents, failedAt }: FailedLetter): EmailDraft {
  return {
    subject: `Auftrag ${order.number}: Antrag nicht zugestellt, Sie erhalten Ihr Geld zurück`,
    title: 'Ihr Antrag konnte nicht zugestellt werden',
    blocks: [
      text('Guten Tag,'),
      text(
        'leider konnten wir Ihren Antrag nicht an den Beitragsservice zustellen. Bitte stellen Sie ihn dort selbst, damit Sie keine Frist versäumen. Das ist kostenlos.',
      ),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Erstattung', euro(amountCents)],
        ['Spätestens am', formatDay(failedAt + refundPeriod)],
      ),
      text(
        'Sie erhalten den Betrag über das ursprüngliche Zahlungsmittel zurück und müssen dafür nichts tun. Sobald er angewiesen ist, schreiben wir Ihnen.',
      ),
      statusLink(order),
    ],
  }
}
