import { providerText } from '#domain/site/provider-text.ts'
import { alertEmail, alertsEmail } from '#service/emails/alerts/alert-emails.ts'
import { letterAttentionEmail } from '#service/emails/desk/letter-attention.ts'
import { addressChangedEmail } from '#service/emails/order/address-changed.ts'
import { dataChangedEmail } from '#service/emails/order/data-changed.ts'
import { letterFailedEmail } from '#service/emails/order/letter-failed.ts'
import { letterSentEmail } from '#service/emails/order/letter-sent.ts'
import { orderConfirmationEmail } from '#service/emails/order/order-confirmation.ts'
import { paymentConfirmationEmail } from '#service/emails/order/payment-confirmation.ts'
import { paymentReminderEmail } from '#service/emails/order/payment-reminder.ts'
import { refundedEmail } from '#service/emails/order/refunded.ts'
import { supportEmail, supportReceiptEmail } from '#service/emails/support/support-emails.ts'
import type { EmailFrame } from '#service/emails/template/email-frame.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import { reviewedEmail } from '#service/emails/withdrawal/reviewed.ts'
import { declaredEmail } from '#service/emails/withdrawal/declared.ts'
import { decidedEmail, declarationEmail } from '#service/emails/withdrawal/operator-notices.ts'
import { declinedEmail, revokedEmail, withdrawnEmail } from '#service/emails/withdrawal/outcomes.ts'
import { receiptEmail } from '#service/emails/withdrawal/receipt.ts'
import { fault } from '#tests/domain/reports/inbox/build-alerts.ts'
import { everyWeeklyReport } from './weekly-reports.ts'

const hour = 3_600_000
export const noon = Date.parse('2026-11-20T11:00:00Z')
export const publicUrl = 'https://www.formlotse.example'

export const frame: EmailFrame = {
  publicUrl,
  provider: providerText({
    name: 'Muster & Söhne UG (haftungsbeschränkt)',
    street: 'Lindenweg 12',
    city: '50667 Köln',
    representative: 'Ada Muster',
    register: 'Amtsgericht Köln, HRB 12345',
    taxId: 'Umsatzsteuer-Identifikationsnummer nach § 27a UStG: DE123456789',
    email: 'hilfe@formlotse.example',
  }),
}

const token = 'A1b2'.repeat(24)
export const statusUrl = `${publicUrl}/auftrag#${token}`
const confirmUrl = `${publicUrl}/widerruf/antwort?t=${token}&x=1`
const objectUrl = `${publicUrl}/widerruf/antwort?t=${token}&x=2`

/** Values that visitors or other systems provide. `mark` is added to every one of them. */
function values(mark: string) {
  const number = `FL-2026-004711${mark}`
  const product = `Anmeldung einer zusätzlichen Wohnung${mark}`
  return {
    order: { number, product, priceCents: 4999, orderedAt: noon, statusUrl },
    invoiceNumber: `RE-2026-000815${mark}`,
    cancellationNumber: `ST-2026-000042${mark}`,
    statement: {
      name: `Łucja Şahin${mark}`,
      email: `lucja@example.org${mark}`,
      orderNumber: number,
      details: `Doppelt bestellt.\nBitte nur einen Auftrag ausführen.${mark}`,
      website: '',
    },
    request: {
      name: `Łucja Şahin${mark}`,
      email: `lucja@example.org${mark}`,
      anliegen: 'billing' as const,
      orderNumber: `FL-12345${mark}`,
      message: `Guten Tag,\n\nwo finde ich meine Rechnung?\nMit Gruß${mark}`,
      website: '',
    },
  }
}

/** Returns a draft of every kind of e-mail, by name. */
export function everyEmail(mark = ''): Record<string, EmailDraft> {
  const { order, invoiceNumber, cancellationNumber, statement, request } = values(mark)
  const cancellation = { number: cancellationNumber, invoiceNumber }
  const paid = { order, amountCents: 4999, paidAt: noon, invoiceNumber }
  const undecided = {
    number: order.number,
    letter: 'none',
    lateAfter: '2026-11-19',
    isBusiness: false,
  } as const
  const refund = { order, amountCents: 4999, refundedAt: noon, cancellation }
  return {
    confirmation: orderConfirmationEmail({ order, isBusiness: false, submitAfterMs: 2 * hour }),
    'confirmation for a business': orderConfirmationEmail({
      order,
      isBusiness: true,
      submitAfterMs: 48 * hour,
    }),
    paid: paymentConfirmationEmail({ ...paid, next: { kind: 'change', until: noon + 2 * hour } }),
    'paid while paused': paymentConfirmationEmail({ ...paid, next: { kind: 'paused' } }),
    'paid and withdrawn': paymentConfirmationEmail({ ...paid, next: { kind: 'withdrawn' } }),
    'paid and refunded': paymentConfirmationEmail({ ...paid, next: { kind: 'refunded' } }),
    'paid and failed': paymentConfirmationEmail({ ...paid, next: { kind: 'failed' } }),
    'paid and posted': paymentConfirmationEmail({ ...paid, next: { kind: 'post' } }),
    reminder: paymentReminderEmail({ order, expiresAt: noon + 30 * 24 * hour }),
    amended: dataChangedEmail({ order, changedAt: noon, changeUntil: noon + hour }),
    'letter waiting': letterAttentionEmail(
      { orderNumber: order.number, reason: 'awaiting_credits' },
      `${publicUrl}/auftraege`,
    ),
    sent: letterSentEmail({ order, sentAt: noon, hasRightLapsed: true }),
    'sent without a right of withdrawal': letterSentEmail({ order, sentAt: noon, hasRightLapsed: false }),
    failed: letterFailedEmail({ order, amountCents: 4999, failedAt: noon }),
    refunded: refundedEmail({ ...refund, isChargeback: false }),
    chargeback: refundedEmail({ ...refund, isChargeback: true }),
    'refunded without an invoice': refundedEmail({
      order,
      amountCents: 4999,
      refundedAt: noon,
      isChargeback: false,
    }),
    'address changed': addressChangedEmail({ orderNumber: order.number, changedAt: noon }),
    declared: declaredEmail({ order, receivedAt: noon, declaredAt: noon, confirmUrl, objectUrl }),
    reviewed: reviewedEmail({ order, receivedAt: noon, objectUrl }),
    receipt: receiptEmail(statement, noon),
    withdrawn: withdrawnEmail(order),
    'withdrawn without status link': withdrawnEmail({ ...order, statusUrl: undefined }),
    'revoked by the customer': revokedEmail(order, 'objection'),
    'revoked by an operator': revokedEmail(order, 'operator'),
    'declined as late': declinedEmail(order, { reason: 'late', lastDay: noon }),
    'declined as performed': declinedEmail(order, { reason: 'performed', sentAt: noon }),
    'declined for a business': declinedEmail(order, { reason: 'business' }),
    'notice of a declaration': declarationEmail({
      statement,
      receivedAt: noon,
      outcome: 'declared',
      order: { ...undecided, lateAfter: null },
    }),
    'notice of a declaration to decide': declarationEmail({
      statement,
      receivedAt: noon,
      outcome: 'declared',
      order: { ...undecided, letter: 'sent' },
    }),
    'notice of a decision': decidedEmail({
      orderNumber: order.number,
      by: 'deadline',
      refundPaymentId: `pay_1${mark}`,
    }),
    'support request': supportEmail(request),
    alert: alertEmail({ alert: fault(3, null), closed: null }, `${publicUrl}/berichte/auffaelligkeiten`),
    'alert that is over': alertEmail(
      { alert: fault(3, 1), closed: 'over' },
      `${publicUrl}/berichte/auffaelligkeiten`,
    ),
    'several alerts': alertsEmail(
      [
        { alert: fault(3, null), closed: null },
        { alert: fault(9, 5, { field: 'email' }), closed: 'merged' },
      ],
      `${publicUrl}/berichte/auffaelligkeiten`,
    ),
    'support receipt': supportReceiptEmail(request, noon),
    ...everyWeeklyReport(publicUrl, mark),
  }
}
