import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { maxAmendments } from './amendment-limit.ts'
import type { Order, OrderChangeType, OrderStatus } from './evolve-order.ts'

// Each function in this file decides how one command changes an order, based on the order's state (see `evolveOrder`).
// Commands about its withdrawal are in `decide-withdrawal.ts`.

export type OrderEvent = {
  [Type in OrderChangeType | 'converted']: { type: Type; data: StoredEventOf<Type>['data'] }
}[OrderChangeType | 'converted']

/** The event to append, or a code for the reason why no event is appended. */
export type OrderDecision<Code extends string> = { code: 'append'; event: OrderEvent } | { code: Code }

export const append = (event: OrderEvent) => ({ code: 'append' as const, event })

/** Statuses that a payment provider may report. Only `paid`, `refunded` and `chargeback` change an order. */
export const paymentStatuses = ['paid', 'pending', 'failed', 'canceled', 'refunded', 'chargeback'] as const

export interface PaymentReport {
  paymentId: string
  amountCents: number
  status: string
}

/** Reasons why a payment report appends no event. `unchanged` means that the report is valid but changes nothing. */
export type PaymentCode =
  | 'unchanged'
  | 'unknown-status'
  | 'wrong-amount'
  | 'withdrawn'
  | 'paid-already'
  | 'unknown-payment'

/**
 * Decides how a payment provider's report changes an order:
 * - A payment or refund of any amount other than the price is refused. A partial refund would cancel the whole invoice.
 * - A repeated report changes nothing.
 * - An unexpected payment (a second one, or one after a final withdrawal) is refused. The provider then keeps it open
 *   for manual handling.
 * - If a payment arrives while a declaration of withdrawal is pending, it is recorded, because the money was taken. The
 *   order stays paused. If the declaration is revoked, the order counts as paid. If the withdrawal becomes final, the
 *   order contains the id of the payment to refund.
 * - A refund or chargeback is recorded whatever the status of the order, because the money is gone. It must refer to the
 *   recorded payment.
 */
export function decidePayment(order: Order, report: PaymentReport): OrderDecision<PaymentCode> {
  const { paymentId, amountCents, status } = report
  if (!(paymentStatuses as readonly string[]).includes(status)) return { code: 'unknown-status' }
  if (status === 'refunded' || status === 'chargeback')
    return decideReturnedPayment(order, { ...report, status })
  if (status !== 'paid') return { code: 'unchanged' }
  if (amountCents !== order.priceCents) return { code: 'wrong-amount' }
  if (order.paymentId === paymentId) return { code: 'unchanged' }
  if (order.status === 'withdrawn') return { code: 'withdrawn' }
  if (order.paymentId !== null) return { code: 'paid-already' }
  return append({ type: 'paid', data: { orderId: order.id, paymentId, amountCents } })
}

function decideReturnedPayment(
  order: Order,
  { paymentId, amountCents, status }: PaymentReport & { status: 'refunded' | 'chargeback' },
): OrderDecision<PaymentCode> {
  if (order.paymentId !== paymentId) return { code: 'unknown-payment' }
  if (order.refunded) return { code: 'unchanged' }
  if (amountCents !== order.priceCents) return { code: 'wrong-amount' }
  const by = status === 'refunded' ? 'provider' : 'chargeback'
  return append({ type: 'refunded', data: { orderId: order.id, amountCents, by } })
}

/**
 * Reasons why a visit to the payment page appends no event. `converted-already` means that the visitor may go to the
 * page and the conversion is already recorded. For all other reasons, the visitor may not go to the page.
 */
export type CheckoutCode =
  | 'converted-already'
  | 'paid-already'
  | 'withdrawal-declared'
  | 'withdrawn'
  | 'expired'

const closedCodes = {
  paid: 'paid-already',
  submitted: 'paid-already',
  sent: 'paid-already',
  failed: 'paid-already',
  refunded: 'paid-already',
  withdrawal_declared: 'withdrawal-declared',
  withdrawn: 'withdrawn',
  expired: 'expired',
} as const

/**
 * Decides whether a visitor may go to the payment page at `now` (ms since the epoch). The first visit to that page is
 * recorded as the conversion of the order. An order expires if it is not paid within the period `unpaid`.
 */
export function decideCheckout(
  order: Order,
  unpaid: RetentionPeriod,
  now: number,
): OrderDecision<CheckoutCode> {
  const status = shownStatus(order, unpaid, now)
  if (status !== 'ordered') return { code: closedCodes[status] }
  if (order.converted) return { code: 'converted-already' }
  return append({ type: 'converted', data: { orderId: order.id } })
}

/** Statuses in which an order's values can be changed, and in which its letter is not prepared yet. */
const beforeLetter: ReadonlySet<OrderStatus> = new Set<OrderStatus>(['ordered', 'paid'])

/**
 * Decides whether the customer can change the values of the order. If not, returns the status that rules it out, or
 * `too-many` after `maxAmendments`.
 */
export function decideAmendment(order: Order): OrderDecision<OrderStatus | 'too-many'> {
  if (!beforeLetter.has(order.status)) return { code: order.status }
  if (order.amendments >= maxAmendments) return { code: 'too-many' }
  return append({ type: 'amended', data: { orderId: order.id } })
}

/** Decides that an operator corrects the e-mail address of the order, which is possible in every state. */
export function decideEmailCorrection(order: Order): OrderDecision<never> {
  return append({ type: 'email_corrected', data: { orderId: order.id } })
}

/**
 * Decides whether the invoice with this number is issued. A paid order gets one invoice, unless it was withdrawn or
 * refunded before.
 */
export function decideInvoice(
  order: Order,
  number: string,
): OrderDecision<'not-paid' | 'invoiced-already' | 'closed'> {
  if (order.paymentId === null) return { code: 'not-paid' }
  if (order.invoiceNumber !== null) return { code: 'invoiced-already' }
  if (order.refunded || order.withdrawal === 'withdrawn') return { code: 'closed' }
  return append({ type: 'invoiced', data: { orderId: order.id, number } })
}

/** Decides whether the cancellation invoice with this number is issued. It cancels the invoice of a refunded order. */
export function decideCancellation(
  order: Order,
  number: string,
): OrderDecision<'not-refunded' | 'not-invoiced' | 'canceled-already'> {
  if (!order.refunded) return { code: 'not-refunded' }
  if (order.invoiceNumber === null) return { code: 'not-invoiced' }
  if (order.cancellationNumber !== null) return { code: 'canceled-already' }
  return append({ type: 'credited', data: { orderId: order.id, number } })
}

/**
 * Decides whether the letter of a paid order is submitted at `now` (ms since the epoch). It is due when the customer has
 * had `submitAfterMs` since the payment to change the values. Otherwise, returns `not-due` or the status that rules it
 * out.
 */
export function decideSubmission(
  order: Order,
  { letterId, submitAfterMs, now }: { letterId: string; submitAfterMs: number; now: number },
): OrderDecision<OrderStatus | 'not-due'> {
  if (order.status !== 'paid') return { code: order.status }
  if (now < order.paidAt! + submitAfterMs) return { code: 'not-due' }
  return append({ type: 'submitted', data: { orderId: order.id, letterId } })
}

/**
 * Decides how a hand-over that has happened is recorded. It is recorded even if the order was paused or withdrawn in the
 * meantime, because the letter can be stopped only by the id that the letter service gave it. A letter that was taken
 * out because of a declaration of withdrawal can be handed over again, which gives it another id.
 */
export function decideHandOver(order: Order, letterId: string): OrderDecision<'handed-over' | 'not-paid'> {
  if (order.paymentId === null) return { code: 'not-paid' }
  const isReplaced =
    order.letter === 'submitted' && order.withdrawal !== 'none' && order.letterId !== letterId
  if (order.letter !== 'none' && !isReplaced) return { code: 'handed-over' }
  return append({ type: 'submitted', data: { orderId: order.id, letterId } })
}

/** Who reports what happened to a letter. */
type LetterReporter = StoredEventOf<'sent'>['data']['by']

/**
 * Decides how a report that the letter was posted changes the order. It is recorded even if the order was withdrawn in
 * the meantime: operators must know that the letter could no longer be stopped. Reports of a letter service can arrive
 * twice and out of order, so a report after a failure changes nothing. An operator can name the day on which the letter
 * was posted: from the payment to today.
 */
export function decideSent(
  order: Order,
  { by, posted }: { by: LetterReporter; posted?: { on: string; now: number } },
): OrderDecision<'not-submitted' | 'sent' | 'failed' | 'wrong-day'> {
  if (order.letter === 'none') return { code: 'not-submitted' }
  if (order.letter !== 'submitted') return { code: order.letter }
  if (posted && (posted.on > berlinDay(posted.now) || posted.on < berlinDay(order.paidAt!)))
    return { code: 'wrong-day' }
  return append({
    type: 'sent',
    data: { orderId: order.id, by, ...(posted && { postedOn: posted.on }) },
  })
}

/**
 * Decides how a report that the letter cannot be posted, or was returned, changes the order. An operator can also report
 * a failure before the letter is submitted, for example if a document cannot be printed.
 */
export function decideFailure(
  order: Order,
  { by, reason }: { by: LetterReporter; reason: string },
): OrderDecision<'not-paid' | 'not-submitted' | 'closed' | 'failed'> {
  if (order.paymentId === null) return { code: 'not-paid' }
  if (order.letter === 'failed') return { code: 'failed' }
  if (order.letter === 'none' && by === 'letter-service') return { code: 'not-submitted' }
  if (order.refunded || order.withdrawal === 'withdrawn') return { code: 'closed' }
  return append({ type: 'failed', data: { orderId: order.id, by, reason } })
}

/**
 * Decides the outcome of an operator's `refunded` command, which records that the whole price was returned. A refund is
 * due after a failure or a withdrawal.
 */
export function decideRefund(order: Order): OrderDecision<'not-paid' | 'not-due' | 'refunded'> {
  if (order.paymentId === null) return { code: 'not-paid' }
  if (order.refunded) return { code: 'refunded' }
  if (!isRefundDue(order)) return { code: 'not-due' }
  const { id: orderId, priceCents: amountCents } = order
  return append({ type: 'refunded', data: { orderId, amountCents, by: 'operator' } })
}

/** Returns whether the payment of the order has to be returned to the customer. */
export function isRefundDue({ paymentId, refunded, withdrawal, letter }: Order): boolean {
  return paymentId !== null && !refunded && (withdrawal === 'withdrawn' || letter === 'failed')
}
