import type { Entry, Queue } from '#web/features/tracking/device/queue.ts'
import type { PostOutcome } from '#web/features/tracking/sending/post.ts'
import type { Sender } from '#web/features/tracking/sending/sender.ts'

export interface Lease {
  events: readonly string[]
  /** Ends the lease. If the whole request was rejected, the events return to the queue, because they may be valid. */
  settle(outcome: PostOutcome): void
}

/** Maximum number of events sent with an order; more would delay it. */
const maxEventsWithOrder = 20

/** Leases the newest pending events of a context, oldest first. */
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
