import { attachmentNames } from '#service/emails/attachment-names.ts'
import { type EmailDraft, facts, text } from '#service/emails/template/email-draft.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { formatDay } from '#service/emails/template/format-values.ts'
import { type OrderFacts, statusLink } from './order-facts.ts'

interface RefundedOrder {
  order: OrderFacts
  amountCents: number
  /** ms since the epoch */
  refundedAt: number
  /** True if the customer's bank has taken the payment back. */
  isChargeback: boolean
  /** The cancellation invoice and the invoice that it cancels; absent if the order had no invoice. */
  cancellation?: { number: string; invoiceNumber: string }
}

/** Returns the e-mail about a returned payment. The cancellation invoice is attached if there was an invoice. */
export function refundedEmail(refund: RefundedOrder): EmailDraft {
  const { order, amountCents, refundedAt, isChargeback, cancellation } = refund
  const amount = euro(amountCents)
  return {
    subject: isChargeback
      ? `Zahlung zu Auftrag ${order.number} zurückgebucht`
      : `Erstattung zu Auftrag ${order.number}: ${amount}`,
    title: isChargeback ? 'Ihre Zahlung wurde zurückgebucht' : 'Wir haben Ihnen den Betrag erstattet',
    blocks: [
      text('Guten Tag,'),
      text(
        isChargeback
          ? 'die Zahlung zu Ihrem Auftrag wurde von Ihrer Bank zurückgebucht.'
          : 'wir haben Ihre Zahlung über das ursprüngliche Zahlungsmittel erstattet. Bis der Betrag bei Ihnen ankommt, können einige Tage vergehen.',
      ),
      facts(
        ['Auftragsnummer', order.number],
        ['Leistung', order.product],
        [isChargeback ? 'Zurückgebucht' : 'Erstattet', `${amount} am ${formatDay(refundedAt)}`],
        ...(cancellation ? cancellationRows(cancellation) : []),
      ),
      ...(cancellation ? [text(attachmentNote(cancellation.number))] : []),
      statusLink(order),
    ],
  }
}

function cancellationRows({
  number,
  invoiceNumber,
}: NonNullable<RefundedOrder['cancellation']>): [string, string][] {
  return [
    ['Stornorechnung', number],
    ['Storniert Rechnung', invoiceNumber],
  ]
}

function attachmentNote(cancellationNumber: string): string {
  return `Im Anhang finden Sie die Stornorechnung (${attachmentNames.cancellation(cancellationNumber)}). Bitte bewahren Sie sie mit Ihrer Rechnung auf.`
}
