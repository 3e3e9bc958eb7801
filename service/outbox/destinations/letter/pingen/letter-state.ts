import type { LetterState } from '#service/outbox/destinations/letter/letter-service.ts'

/**
 * States that Pingen's statuses mean for an order. `attention` is a state that an operator can resolve at Pingen, for
 * example a missing balance. All other statuses count as `waiting`, so an unknown status changes nothing.
 */
const states: Readonly<Record<string, LetterState>> = {
  sent: 'sent',
  delivered: 'sent',
  undeliverable: 'failed',
  unprintable: 'failed',
  invalid: 'failed',
  rejected: 'failed',
  expired: 'failed',
  cancelling: 'cancelling',
  cancelled: 'cancelled',
  action_required: 'attention',
  awaiting_credits: 'attention',
}

/** Returns the state of a letter from Pingen's status of it. */
export function stateOf(status: string): LetterState {
  return Object.hasOwn(states, status) ? states[status]! : 'waiting'
}
