import type { WithdrawalStage } from '#domain/orders/evolve-order.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'

/**
 * Messages that are sent whatever the state of the withdrawal: they report it, or an erasure, and carry no personal
 * sections.
 */
export const overtakingTypes = [
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'erased',
] as const satisfies StoredEventType[]

export function overtakes({ type }: { type: StoredEventType }): boolean {
  return (overtakingTypes as readonly StoredEventType[]).includes(type)
}

/** Returns what a withdrawal does to the other messages of its run. */
export function holdOf(withdrawal: WithdrawalStage): 'none' | 'held' | 'discarded' {
  if (withdrawal === 'declared') return 'held'
  return withdrawal === 'withdrawn' ? 'discarded' : 'none'
}
