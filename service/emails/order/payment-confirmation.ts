import { attachmentNames } from '#service/emails/attachment-names.ts'
import { type EmailDraft, bullets, facts, heading, text } from '#service/emails/template/email-draft.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { formatMinute } from '#service/emails/template/format-values.ts'
import { type OrderFacts, recipient, statusLink } from './order-facts.ts'

interface PaidOrder {
  order: OrderFacts
  amountCents: number
  /** ms since the epoch */
  paidAt: number
  invoiceNumber: string
  next: AfterPayment
}

/**
 * What comes next for the order. The e-mail can be late, so it does not only follow the payment:
 * - `change`: the customer can change the values until a time, in ms since the epoch. Then the letter is posted.
 * - `post`: the letter is being posted or was posted.
 * - `paused`: a withdrawal is declared.
 * - `withdrawn`: the payment is to be refunded.
 * - `failed`: the letter cannot be delivered, so the payment is to be refunded.
 * - `refunded`: the payment was returned.
 */
export type AfterPayment =
  | { kind: 'change'; until: number }
  | { kind: 'post' | 'paused' | 'withdrawn' | 'failed' | 'refunded' }

const later: Record<Exclude<AfterPayment['kind'], 'change'>, string> = {
  post: `Ihr Antrag geht per Post an den ${recipient}. Sie müssen nichts weiter tun: Den Versand bestätigen wir Ihnen per E-Mail.`,
  paused: 'Zu diesem Auftrag ist ein Widerruf eingegangen. Bis darüber entschieden ist, ruht der Auftrag.',
  withdrawn:
    'Dieser Auftrag ist widerrufen. Wir führen ihn nicht weiter aus und erstatten den Betrag spätestens 14 Tage nach dem Eingang des Widerrufs über das ursprüngliche Zahlungsmittel.',
  failed:
    'Ihr Antrag konnte nicht zugestellt werden. Den Betrag erstatten wir über das ursprüngliche Zahlungsmittel. Dazu schreiben wir Ihnen in einer eigenen E-Mail.',
  refunded: 'Der Betrag ist inzwischen an Sie zurückgegangen. Der Auftrag ist damit beendet.',
}

/** Returns the e-mail with the application and the invoice, sent as soon as the order is paid. */
export function paymentConfirmationEmail(paid: PaidOrder): EmailDraft {
  const { order, amountCents, paidAt, invoiceNumber, next } = paid
  return {
    subject: `Ihr Antrag und Ihre Rechnung zu Auftrag ${order.number}`,
    title: 'Ihre Zahlung ist eingegangen',
    blocks: [
      text('Guten Tag,'),
      text('vielen Dank für Ihre Zahlung. Ihr Antrag ist ausgefüllt.'),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        ['Bezahlt', `${euro(amountCents)} am ${formatMinute(paidAt)}`],
        ['Rechnungsnummer', invoiceNumber],
      ),
      heading('Im Anhang'),
      bullets(
        `Ihr Antrag: ${attachmentNames.application(order.number)}`,
        `Ihre Rechnung: ${attachmentNames.invoice(invoiceNumber)}`,
      ),
      heading('So geht es weiter'),
      ...(next.kind === 'change'
        ? [
            text(
              `Bitte prüfen Sie den Antrag. Bis zum ${formatMinute(next.until)} können Sie Ihre Angaben ansehen und ändern. Danach geht er per Post an den ${recipient}. Sie müssen nichts weiter tun: Den Versand bestätigen wir Ihnen per E-Mail.`,
            ),
            statusLink(order, 'Angaben ansehen und ändern'),
          ]
        : [text(later[next.kind]), statusLink(order)]),
    ],
  }
}
