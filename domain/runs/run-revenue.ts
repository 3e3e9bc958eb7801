import type { RunState } from './run-state.ts'

type Progress = Pick<RunState, 'withdrawal' | 'letter' | 'refunded'>
type Outcome = Progress & Pick<RunState, 'order' | 'paid'>

/**
 * Returns what ended the order of a run after its payment: `withdrawn` (only if the withdrawal is final), `failed` if
 * its letter could not be posted or came back, `refunded`. Empty if nothing did.
 */
export function endsOf({ withdrawal, letter, refunded }: Progress): ('withdrawn' | 'failed' | 'refunded')[] {
  return [
    ...(withdrawal === 'withdrawn' ? (['withdrawn'] as const) : []),
    ...(letter === 'failed' ? (['failed'] as const) : []),
    ...(refunded ? (['refunded'] as const) : []),
  ]
}

/** Returns the net revenue of a run in cents: the price of its order if it is paid and nothing ended it, otherwise 0. */
export function netRevenueCents(state: Outcome): number {
  const { order, paid } = state
  return order && paid && endsOf(state).length === 0 ? order.priceCents : 0
}
