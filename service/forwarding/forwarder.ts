import { setTimeout as sleep } from 'node:timers/promises'
import { type NextAttempt, deliveryQueue } from '#db/delivery-store.ts'
import type { Job } from '#db/queue.ts'
import type { Store } from '#db/store.ts'
import { startLoop } from '../background-loop.ts'
import { type AttemptContext, attemptDelivery } from './attempt-delivery.ts'
import { errorCode } from './post-message.ts'

/** Longer than an exchange may take, so that no second attempt begins beside a running one. */
const leaseMs = 25_000
/** So long after it was claimed a run begins another message; the lease then outlives that one too. */
const serveForMs = 10_000
/**
 * Runs that are served at once unless told otherwise. Twice what shares a commit: while half of them wait for theirs, the
 * messages of the others are put together and sent.
 */
export const runsAtOnce = 128
/** A message whose next try is further away lets the next one of its run pass. */
const stepAsideMs = 60_000

export interface Forwarder {
  /** Looks for due messages at once, as after a commit. */
  wake(): void
  /** Begins nothing new, lets what is in flight finish for so long, then breaks it off; its lease runs out. */
  stop(withinMs?: number): Promise<void>
}

export interface ForwarderOptions extends Omit<AttemptContext, 'interrupted' | 'store'> {
  store: Pick<Store, 'log' | 'vault' | 'uploads' | 'deliveries' | 'queue'>
  /** Runs that are served at once; within a run there is one message at a time. */
  concurrency?: number
  /** How often to look without being woken: jobs become due, and other processes put some as well. */
  pollMs?: number
}

/** Delivers what is owed to the webhook until it is stopped. A failure is logged and tried again, never thrown. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const { store, now, log, concurrency = runsAtOnce, pollMs = 1000 } = options
  const interruption = new AbortController()
  const context = { ...options, interrupted: interruption.signal }
  const inFlight = new Set<Promise<void>>()
  let stopping = false
  let served = Promise.withResolvers<void>()

  async function work(): Promise<boolean> {
    const free = concurrency - inFlight.size
    const jobs = free > 0 ? await store.queue.claim(deliveryQueue, now(), leaseMs, free) : []
    for (const job of jobs) take(job)
    if (jobs.length < free) return false
    // A full house: there may be more, for whom there is room as soon as one is served.
    await served.promise
    return true
  }

  function take(job: Job): void {
    const serving = serve(job)
      // The job comes back when its lease runs out.
      .catch((error: unknown) =>
        log.error({ error: errorCode(error), runId: job.key }, 'a run’s webhook messages cannot be served'),
      )
      .finally(() => {
        inFlight.delete(serving)
        // Not a race of all that are in flight, which each time would leave something behind with every one of them.
        served.resolve()
        served = Promise.withResolvers()
      })
    inFlight.add(serving)
  }

  /** One message after the other, as long as the run owes one that is due: its job then need not be claimed for each. */
  async function serve(job: Job): Promise<void> {
    const lookAgain = (runAt: number) => store.queue.put([{ queue: deliveryQueue, key: job.key, runAt }])
    const serveUntil = now() + serveForMs
    const goesOn = () => (stopping || now() >= serveUntil ? undefined : attemptOf(job.key))
    let next: NextAttempt | undefined = await store.deliveries.beginAttempt(attemptOf(job.key))
    while (next?.kind === 'attempt') {
      next = await attemptDelivery(next.delivery, context, goesOn)
      if (interruption.signal.aborted) return
    }
    if (next === undefined) await lookAgain(now())
    if (next?.kind === 'wait') await lookAgain(next.until)
    await store.queue.done(job)
    // There is room for another run, and this one may have been put again.
    loop.wake()
  }

  const attemptOf = (runId: string) => ({
    endpoint: options.endpoint.name,
    runId,
    now: now(),
    leaseMs,
    stepAsideMs,
  })

  const loop = startLoop({ name: 'forwarding', work, pollMs, log })
  return {
    wake: () => loop.wake(),
    async stop(withinMs = 8000) {
      stopping = true
      const finished = loop.stop().then(() => Promise.all(inFlight))
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      interruption.abort()
      await finished
    },
  }
}
