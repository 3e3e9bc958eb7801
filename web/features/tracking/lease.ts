import type { Entry, Queue } from '#web/features/tracking/device/queue.ts'
import type { PostOutcome } from '#web/features/tracking/sending/post.ts'
import type { Sender } from '#web/features/tracking/sending/sender.ts'

export interface Lease {
  events: readonly string[]
  /**
   * Ends the lease. If the service rejected the whole request, the order may have been the reason. The events are then
   * sent again without the order.
   */
  settle(outcome: PostOutcome): void
}

/** Maximum number of events that are sent with an order. More events would delay the order. */
const maxEventsWithOrder = 20

/**
 * Reserves the newest pending events with the given context for one request, so that no other request sends them. The
 * returned events are ordered from oldest to newest.
 */
export function leaseEvents(queue: Queue, sender: Sender, context: string): Lease {
  const same = queue.waiting().filter((entry) => entry.context === context)
  const entries = same.slice(-maxEventsWithOrder)
  for (const entry of entries) entry.flight = 'page'
  return {
    events: entries.map((entry) => entry.json),
    settle: (outcome) => settleLease(entries, outcome, sender),
  }
}

function settleLease(entries: readonly Entry[], outcome: PostOutcome, sender: Sender): void {
  if (outcome.kind === 'answered' || outcome.kind === 'failed') return void sender.settle(entries, outcome)
  for (const entry of entries) entry.flight = undefined
  void sender.drain()
}
