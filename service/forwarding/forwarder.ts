import { setTimeout as sleep } from 'node:timers/promises'
import { deliveryQueue } from '#db/delivery-store.ts'
import type { Job } from '#db/queue.ts'
import type { Store } from '#db/store.ts'
import { startLoop } from '../background-loop.ts'
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts'
import { errorCode } from './post-message.ts'

/** Longer than an exchange may take, so that no second attempt begins beside a running one. */
const leaseMs = 25_000
/** A message whose next try is further away lets the next one of its run pass. */
const stepAsideMs = 60_000

export interface Forwarder {
  /** Looks for due messages at once, as after a commit. */
  wake(): void
  /** Begins nothing new, lets what is in flight finish for so long, then breaks it off; its lease runs out. */
  stop(withinMs?: number): Promise<void>
}

export interface ForwarderOptions extends Omit<AttemptContext, 'interrupted' | 'store'> {
  store: Pick<Store, 'log' | 'vault' | 'deliveries' | 'queue'>
  /** Runs that are served at once; within a run there is one message at a time. */
  concurrency?: number
  /** How often to look without being woken: jobs become due, and other processes put some as well. */
  pollMs?: number
}

/** Delivers what is owed to the webhook until it is stopped. A failure is logged and tried again, never thrown. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { store, now, log, concurrency = 16, pollMs = 1000 } = options
  const interruption = new AbortController()
  const inFlight = new Set<Promise<void>>()

  async function work(): Promise<boolean> {
    const free = concurrency - inFlight.size
    const jobs = free > 0 ? await store.queue.claim(deliveryQueue, now(), leaseMs, free) : []
    for (const job of jobs) take(job)
    if (jobs.length < free) return false
    // A full house: there may be more, for whom there is room as soon as one is served.
    await Promise.race(inFlight)
    return true
  }

  function take(job: Job): void {
    const served = serve(job)
      // The job comes back when its lease runs out.
      .catch((error: unknown) =>
        log.error({ error: errorCode(error), runId: job.key }, 'a run’s webhook messages cannot be served'),
      )
      .finally(() => inFlight.delete(served))
    inFlight.add(served)
  }

  async function serve(job: Job): Promise<void> {
    const next = await store.deliveries.beginAttempt({
      endpoint: options.endpoint.name,
      runId: job.key,
      now: now(),
      leaseMs,
      stepAsideMs,
    })
    if (next.kind === 'wait')
      await store.queue.put([{ queue: deliveryQueue, key: job.key, runAt: next.until }])
    if (next.kind === 'attempt')
      await attemptDelivery(next.delivery, { ...options, interrupted: interruption.signal })
    if (interruption.signal.aborted) return
    await store.queue.done(job)
    if (next.kind === 'attempt') loop.wake()
  }

  const loop = startLoop({ name: 'forwarding', work, pollMs, log })
  return {
    wake: () => loop.wake(),
    async stop(withinMs = 8000) {
      const finished = loop.stop().then(() => Promise.all(inFlight))
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      interruption.abort()
      await finished
    },
  }
}
