import type { OrderProgress } from './evolve-order.ts'

/**
 * What operators still have to do for an order:
 * - `submit`: its letter is not handed over yet
 * - `send`: its letter is handed over, but not posted
 * - `failed`: its letter cannot be posted; the price is to be refunded
 * - `refund`: it was withdrawn after the payment; the price is to be refunded
 * - `decide`: a withdrawal is declared and not decided
 */
export const orderWorks = ['decide', 'refund', 'failed', 'send', 'submit'] as const
export type OrderWork = (typeof orderWorks)[number]

/** Returns what is to be done for an order; null if nothing is. */
export function orderWork({ paid, letter, withdrawal, refunded }: OrderProgress): OrderWork | null {
  if (refunded) return null
  if (withdrawal === 'declared') return 'decide'
  if (!paid) return null
  if (withdrawal === 'withdrawn') return 'refund'
  if (letter === 'none') return 'submit'
  if (letter === 'submitted') return 'send'
  return letter === 'failed' ? 'failed' : null
}
