import type { Order } from './evolve-order.ts'

/**
 * Returns whether only an operator can decide about a declaration of withdrawal of this order: its letter is posted, the
 * declaration came after the withdrawal period, or the order was placed by a business. Such a declaration pauses the
 * order, but it never becomes final by itself.
 */
export function needsDecision({
  letter,
  lateAfter,
  isBusiness,
}: Pick<Order, 'letter' | 'lateAfter' | 'isBusiness'>): boolean {
  return letter === 'sent' || lateAfter !== null || isBusiness
}
