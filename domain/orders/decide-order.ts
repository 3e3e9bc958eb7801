import type { StoredEventOf } from '#domain/events/stored-event.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import type { Order, OrderChangeType } from './evolve-order.ts'
import { lastDayToWithdraw } from './withdrawal-period.ts'

// Each function in this file decides how one command changes an order, based on the order's state (see `evolveOrder`).

/**
 * Period in ms during which a customer can object to an unproven declaration of withdrawal, which may come from
 * somebody else.
 */
export const objectionPeriod = 3 * 24 * 3600 * 1000

export type OrderEvent = {
  [Type in OrderChangeType | 'converted']: { type: Type; data: StoredEventOf<Type>['data'] }
}[OrderChangeType | 'converted']

/** The event to append, or a code for the reason why no event is appended. */
export type OrderDecision<Code extends string> = { code: 'append'; event: OrderEvent } | { code: Code }

const append = (event: OrderEvent) => ({ code: 'append' as const, event })

/** Statuses that a payment provider may report. Only `paid` changes an order. */
export const paymentStatuses = ['paid', 'pending', 'failed', 'canceled'] as const

export interface PaymentReport {
  paymentId: string
  amountCents: number
  status: string
}

/** Reasons why a payment report appends no event. `unchanged` means that the report is valid but changes nothing. */
export type PaymentCode = 'unchanged' | 'unknown-status' | 'wrong-amount' | 'withdrawn' | 'paid-already'

/**
 * Decides how a payment provider's report changes an order:
 * - A payment of any amount other than the price is refused.
 * - A repeated report changes nothing.
 * - An unexpected payment (a second one, or one after a final withdrawal) is refused. The provider then keeps it open
 *   for manual handling.
 * - If a payment arrives while a declaration of withdrawal is pending, it is recorded, because the money was taken. The
 *   order stays paused. If the declaration is revoked, the order counts as paid. If the withdrawal becomes final, the
 *   order contains the id of the payment to refund.
 */
export function decidePayment(order: Order, report: PaymentReport): OrderDecision<PaymentCode> {
  const { paymentId, amountCents, status } = report
  if (!(paymentStatuses as readonly string[]).includes(status)) return { code: 'unknown-status' }
  if (status !== 'paid') return { code: 'unchanged' }
  if (amountCents !== order.priceCents) return { code: 'wrong-amount' }
  if (order.paymentId === paymentId) return { code: 'unchanged' }
  if (order.status === 'withdrawn') return { code: 'withdrawn' }
  if (order.paymentId !== null) return { code: 'paid-already' }
  return append({ type: 'paid', data: { orderId: order.id, paymentId, amountCents } })
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

export interface Declaration {
  /** Random id of the declaration. */
  statement: string
  /** Time at which the declaration was received, in ms since the epoch. */
  receivedAt: number
  /** Time of the order, in ms since the epoch. */
  concludedAt: number
  /**
   * True if the declaration was sent with the secret of the order's run, which proves that it comes from the customer.
   */
  proven: boolean
}

export type DeclarationCode = 'withdrawn-before' | 'declared-before' | 'objected-before' | 'late'

/**
 * Decides how a declaration of withdrawal changes an order. A proven declaration makes the withdrawal final. Anyone can
 * send an unproven declaration, so it only pauses the order. The pause ends when the customer or an operator confirms
 * or revokes the declaration, or when `objectionPeriod` has passed. After an objection, further unproven declarations
 * have no effect.
 */
export function decideDeclaration(
  order: Order,
  { statement, receivedAt, concludedAt, proven }: Declaration,
): OrderDecision<DeclarationCode> {
  if (order.withdrawal === 'withdrawn') return { code: 'withdrawn-before' }
  if (berlinDay(receivedAt) > lastDayToWithdraw(concludedAt)) return { code: 'late' }
  if (proven) return append({ type: 'withdrawn', data: { orderId: order.id, by: 'declaration', statement } })
  if (order.withdrawal === 'declared') return { code: 'declared-before' }
  if (order.withdrawal === 'revoked') return { code: 'objected-before' }
  return append({ type: 'withdrawal_declared', data: { orderId: order.id, statement } })
}

/** Reasons why no declaration is pending: there was none, it was revoked, or the order is withdrawn. */
export type NotPending = 'none' | 'revoked' | 'withdrawn'

/** Decides how the customer's response to the e-mail about a declaration changes the order. */
export function decideAnswer(order: Order, answer: 'confirmation' | 'objection'): OrderDecision<NotPending> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  const orderId = order.id
  return answer === 'confirmation'
    ? append({ type: 'withdrawn', data: { orderId, by: 'confirmation' } })
    : append({ type: 'withdrawal_revoked', data: { orderId, by: 'objection' } })
}

/**
 * Decides the outcome of an operator's `withdraw` command, which makes the withdrawal final. An operator can withdraw
 * an order at any time, even without a declaration.
 */
export function decideOperatorWithdrawal(order: Order): OrderDecision<'withdrawn'> {
  if (order.withdrawal === 'withdrawn') return { code: 'withdrawn' }
  return append({ type: 'withdrawn', data: { orderId: order.id, by: 'operator' } })
}

/** Decides the outcome of an operator's `revoke` command, which revokes a pending declaration. */
export function decideOperatorRevocation(order: Order): OrderDecision<NotPending> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  return append({ type: 'withdrawal_revoked', data: { orderId: order.id, by: 'operator' } })
}

/**
 * Decides whether a declared withdrawal is final at `now` (ms since the epoch). It becomes final when `objectionPeriod`
 * has passed since the declaration.
 */
export function decideDeadline(order: Order, now: number): OrderDecision<NotPending | 'not-due'> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  if (now < order.declaredAt! + objectionPeriod) return { code: 'not-due' }
  return append({ type: 'withdrawn', data: { orderId: order.id, by: 'deadline' } })
}
