import { berlinDay } from '#domain/time/berlin-time.ts'
import { type OrderDecision, append } from './decide-order.ts'
import type { Order } from './evolve-order.ts'
import { needsDecision } from './needs-decision.ts'
import { lastDayToWithdraw } from './withdrawal-period.ts'

// Each function in this file decides how one command changes the withdrawal of an order.

/**
 * Period in ms during which a customer can object to an unproven declaration of withdrawal, which may come from
 * somebody else.
 */
export const objectionPeriod = 3 * 24 * 3600 * 1000

export interface Declaration {
  /** Random id of the declaration. */
  statement: string
  /** Time at which the declaration was received, in ms since the epoch. */
  receivedAt: number
  /**
   * Time at which the contract was concluded, in ms since the epoch; undefined if that has not happened yet or is
   * unknown. The declaration is then in time.
   */
  concludedAt: number | undefined
  /**
   * True if the declaration was sent with the secret of the order's run, which proves that it comes from the customer.
   */
  proven: boolean
}

export type DeclarationCode = 'withdrawn-before' | 'declared-before' | 'decided-before' | 'refunded-before'

/**
 * Decides how a declaration of withdrawal changes an order. A proven declaration makes the withdrawal final. Anyone can
 * send an unproven declaration, so it only pauses the order. The pause ends when the customer or an operator confirms
 * or revokes the declaration, or when `objectionPeriod` has passed. After an objection, further unproven declarations
 * have no effect. If `needsDecision`, the declaration pauses the order until an operator decides, proven or not.
 */
export function decideDeclaration(
  order: Order,
  { statement, receivedAt, concludedAt, proven }: Declaration,
): OrderDecision<DeclarationCode> {
  if (order.withdrawal === 'withdrawn') return { code: 'withdrawn-before' }
  if (order.refunded) return { code: 'refunded-before' }
  const lateAfter = missedDay(receivedAt, concludedAt)
  const data = { orderId: order.id, statement, declaredAt: receivedAt }
  if (proven && !needsDecision({ ...order, lateAfter }))
    return append({ type: 'withdrawn', data: { ...data, by: 'declaration' } })
  if (order.withdrawal === 'declared') return { code: 'declared-before' }
  if (order.withdrawal !== 'none') return { code: 'decided-before' }
  return append({ type: 'withdrawal_declared', data: { ...data, ...(lateAfter !== null && { lateAfter }) } })
}

/** Returns the last day of the withdrawal period if the declaration was received after it; otherwise null. */
function missedDay(receivedAt: number, concludedAt: number | undefined): string | null {
  if (concludedAt === undefined) return null
  const lastDay = lastDayToWithdraw(concludedAt)
  return berlinDay(receivedAt) > lastDay ? lastDay : null
}

/** Reasons why no declaration is pending: there was none, or its outcome is already decided. */
export type NotPending = 'none' | 'revoked' | 'declined' | 'withdrawn'

/** Reasons why the customer's response appends no event. `needs-decision`: an operator has to decide (see `needsDecision`). */
export type AnswerCode = NotPending | 'needs-decision'

/** Decides how the customer's response to the e-mail about a declaration changes the order. */
export function decideAnswer(order: Order, answer: 'confirmation' | 'objection'): OrderDecision<AnswerCode> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  const orderId = order.id
  if (answer === 'objection')
    return append({ type: 'withdrawal_revoked', data: { orderId, by: 'objection' } })
  if (needsDecision(order)) return { code: 'needs-decision' }
  return append({ type: 'withdrawn', data: { orderId, by: 'confirmation' } })
}

/**
 * Decides the outcome of an operator's `withdraw` command, which makes the withdrawal final. An operator can withdraw
 * an order at any time before its refund, even without a declaration.
 */
export function decideOperatorWithdrawal(order: Order): OrderDecision<'withdrawn' | 'refunded'> {
  if (order.withdrawal === 'withdrawn') return { code: 'withdrawn' }
  if (order.refunded) return { code: 'refunded' }
  return append({ type: 'withdrawn', data: { orderId: order.id, by: 'operator' } })
}

/** Decides the outcome of an operator's `revoke` command, which revokes a pending declaration. */
export function decideOperatorRevocation(order: Order): OrderDecision<NotPending> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  return append({ type: 'withdrawal_revoked', data: { orderId: order.id, by: 'operator' } })
}

/** Reasons for which an operator declines a declaration. */
export const declineReasons = ['late', 'performed', 'business'] as const
export type DeclineReason = (typeof declineReasons)[number]

/**
 * Decides the outcome of an operator's `decline` command, which ends a pending declaration without a withdrawal. Each
 * reason must be true of the order. The service is fully performed, and the right of withdrawal lapsed, only if the
 * letter was posted before the declaration was received (§ 356 Abs. 4 BGB).
 */
export function decideDecline(
  order: Order,
  reason: DeclineReason,
): OrderDecision<NotPending | 'not-late' | 'not-performed' | 'not-business'> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  const { letter, sentAt, declaredAt, lateAfter, isBusiness } = order
  const isPerformed = letter === 'sent' && sentAt !== null && declaredAt !== null && sentAt <= declaredAt
  if (reason === 'late' && lateAfter === null) return { code: 'not-late' }
  if (reason === 'performed' && !isPerformed) return { code: 'not-performed' }
  if (reason === 'business' && !isBusiness) return { code: 'not-business' }
  return append({ type: 'withdrawal_declined', data: { orderId: order.id, reason } })
}

/**
 * Decides whether a declared withdrawal is final at `now` (ms since the epoch). It becomes final when `objectionPeriod`
 * has passed since the declaration was received, unless an operator has to decide (`needs-decision`).
 */
export function decideDeadline(
  order: Order,
  now: number,
): OrderDecision<NotPending | 'not-due' | 'needs-decision'> {
  if (order.withdrawal !== 'declared') return { code: order.withdrawal }
  if (needsDecision(order)) return { code: 'needs-decision' }
  if (now < order.declaredAt! + objectionPeriod) return { code: 'not-due' }
  return append({ type: 'withdrawn', data: { orderId: order.id, by: 'deadline' } })
}
