import type { WithdrawalStage } from '#domain/orders/evolve-order.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'

/**
 * Event types whose messages are never held or discarded because of a withdrawal. These messages report the withdrawal
 * or an erasure, and contain no personal sections.
 */
export const neverHeldTypes = [
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawal_declined',
  'withdrawn',
  'refunded',
  'erased',
] as const satisfies StoredEventType[]

/**
 * The only event type whose message to the destination `letters` is held or discarded: the payment, after which the
 * letter is handed over. All other messages to this destination stop or remove a letter. Documents and e-mails are never
 * held.
 */
export const heldLetterType = 'paid' satisfies StoredEventType

/** Returns whether the message about an event is sent regardless of a withdrawal. */
export function isNeverHeld({ type }: { type: StoredEventType }): boolean {
  return (neverHeldTypes as readonly StoredEventType[]).includes(type)
}

/**
 * Returns what happens to the unsent messages of a run at this stage of its withdrawal. Messages about the event types
 * in `neverHeldTypes` are always sent.
 */
export function holdOf(withdrawal: WithdrawalStage): 'none' | 'held' | 'discarded' {
  if (withdrawal === 'declared') return 'held'
  return withdrawal === 'withdrawn' ? 'discarded' : 'none'
}
