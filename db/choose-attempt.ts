import type { Delivery, NextAttempt } from './delivery-store.ts'

/** By the rules of `DeliveryStore.beginAttempt`; `pending` are the messages of one run, in order of position. */
export function chooseAttempt(pending: readonly Delivery[], now: number, stepAsideMs: number): NextAttempt {
  const inFlight = pending.find(({ leasedUntil }) => leasedUntil !== null && leasedUntil > now)
  if (inFlight) return { kind: 'wait', until: inFlight.leasedUntil as number }
  const next = pending.find(({ nextAttemptAt }) => nextAttemptAt - now <= stepAsideMs)
  if (next && next.nextAttemptAt <= now) return { kind: 'attempt', delivery: next }
  if (next) return { kind: 'wait', until: next.nextAttemptAt }
  if (pending.length === 0) return { kind: 'idle' }
  return { kind: 'wait', until: Math.min(...pending.map(({ nextAttemptAt }) => nextAttemptAt)) }
}
