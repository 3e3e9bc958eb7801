import { endOfPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { attachmentNames } from '#service/emails/attachment-names.ts'
import { orderConfirmationEmail } from '#service/emails/order/order-confirmation.ts'
import { type AfterPayment, paymentConfirmationEmail } from '#service/emails/order/payment-confirmation.ts'
import { paymentReminderEmail } from '#service/emails/order/payment-reminder.ts'
import { dataChangedEmail } from '#service/emails/order/data-changed.ts'
import { refundedEmail } from '#service/emails/order/refunded.ts'
import { type EmailContext, type NoEmail, type OrderEmail, eventsOf } from './order-email.ts'

/** Returns the reminder of an unpaid order, unless it was paid, withdrawn or has expired in the meantime. */
export function reminder({ order, facts, unpaid, now }: EmailContext): OrderEmail | NoEmail {
  const status = shownStatus(order, unpaid, now)
  if (status !== 'ordered') return { reason: `the order is ${status}` }
  const expiresAt = endOfPeriod(order.orderedAt, unpaid)
  // Anyone can order with any e-mail address.
  return { kind: 'reminder', draft: paymentReminderEmail({ order: facts, expiresAt }), limited: 'reminder' }
}

/** Returns the e-mail about a document that was prepared. */
export function documentEmail(
  context: EmailContext,
  prepared: StoredEventOf<'prepared'>,
): OrderEmail | NoEmail {
  switch (prepared.data.document) {
    case 'confirmation':
      return confirmation(context, prepared)
    case 'invoice':
      return payment(context, prepared)
    case 'application':
      return dataChanged(context, prepared)
    case 'cancellation':
      return refund(context, prepared)
    case 'letter':
      return { reason: 'the letter is not e-mailed' }
  }
}

function confirmation(
  { found, facts, isBusiness, submitAfterMs }: EmailContext,
  { data: { version } }: StoredEventOf<'prepared'>,
): OrderEmail {
  return {
    kind: 'confirmation',
    draft: orderConfirmationEmail({ order: facts, isBusiness, submitAfterMs }),
    attached: [{ kind: 'confirmation', version, filename: attachmentNames.confirmation(facts.number) }],
    // Anyone can order with any e-mail address.
    limited: 'confirmation',
    ...(found.complete.data.emailFrom !== undefined && { notBefore: found.complete.data.emailFrom }),
  }
}

/** Returns the e-mail with the invoice and the application that was prepared before it. */
function payment(context: EmailContext, { position, data }: StoredEventOf<'prepared'>): OrderEmail | NoEmail {
  const { found, order, facts, submitAfterMs, now } = context
  const paid = eventsOf(found, 'paid')[0]
  const application = preparedApplications(context).findLast((event) => event.position < position)
  if (!paid || !application || order.invoiceNumber === null) return { reason: 'the order has no application' }
  return {
    kind: 'payment',
    draft: paymentConfirmationEmail({
      order: facts,
      amountCents: paid.data.amountCents,
      paidAt: paid.receivedAt,
      invoiceNumber: order.invoiceNumber,
      next: afterPayment(order, paid.receivedAt + submitAfterMs, now),
    }),
    attached: [
      {
        kind: 'application',
        version: application.data.version,
        filename: attachmentNames.application(facts.number),
      },
      { kind: 'invoice', version: data.version, filename: attachmentNames.invoice(order.invoiceNumber) },
    ],
  }
}

/** Returns what comes next for a paid order at `now`. All times are in ms since the epoch. */
export function afterPayment(
  { status }: Pick<Order, 'status'>,
  changeUntil: number,
  now: number,
): AfterPayment {
  switch (status) {
    case 'withdrawal_declared':
      return { kind: 'paused' }
    case 'withdrawn':
    case 'failed':
    case 'refunded':
      return { kind: status }
    default:
      return status === 'paid' && now < changeUntil
        ? { kind: 'change', until: changeUntil }
        : { kind: 'post' }
  }
}

/** Returns the e-mail with a changed application. The first application is sent with the invoice. */
function dataChanged(
  context: EmailContext,
  { position, data: { version } }: StoredEventOf<'prepared'>,
): OrderEmail | NoEmail {
  const { found, order, facts, submitAfterMs } = context
  const amended = eventsOf(found, 'amended').filter((event) => event.position < position)
  const isFirst = preparedApplications(context).every((event) => event.position >= position)
  if (isFirst || order.paidAt === null || amended.length === 0)
    return { reason: 'the application is sent with the invoice' }
  const changedAt = amended.at(-1)!.receivedAt
  return {
    kind: 'data-changed',
    version: changedAt,
    draft: dataChangedEmail({
      order: facts,
      changedAt,
      changeUntil: order.paidAt + submitAfterMs,
    }),
    attached: [{ kind: 'application', version, filename: attachmentNames.application(facts.number) }],
  }
}

function preparedApplications({ found }: EmailContext) {
  return eventsOf(found, 'prepared').filter(({ data }) => data.document === 'application')
}

/** Returns the e-mail about a refund without an invoice. With one, it is sent when the cancellation invoice is ready. */
export function refundWithoutInvoice(
  { order, facts }: EmailContext,
  { receivedAt, data: { amountCents, by } }: StoredEventOf<'refunded'>,
): OrderEmail | NoEmail {
  if (order.invoiceNumber !== null) return { reason: 'the e-mail follows the cancellation invoice' }
  const isChargeback = by === 'chargeback'
  return {
    kind: 'refunded',
    draft: refundedEmail({ order: facts, amountCents, refundedAt: receivedAt, isChargeback }),
  }
}

function refund(
  { found, order, facts }: EmailContext,
  { data: { version } }: StoredEventOf<'prepared'>,
): OrderEmail | NoEmail {
  const [refunded] = eventsOf(found, 'refunded')
  const { invoiceNumber, cancellationNumber } = order
  if (!refunded || invoiceNumber === null || cancellationNumber === null)
    return { reason: 'the order has no cancellation invoice' }
  const { amountCents, by } = refunded.data
  return {
    kind: 'refunded',
    draft: refundedEmail({
      order: facts,
      amountCents,
      refundedAt: refunded.receivedAt,
      isChargeback: by === 'chargeback',
      cancellation: { number: cancellationNumber, invoiceNumber },
    }),
    attached: [{ kind: 'cancellation', version, filename: attachmentNames.cancellation(cancellationNumber) }],
  }
}
