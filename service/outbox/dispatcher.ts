import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { startLoop } from '#service/background/background-loop.ts'
import { type LimitedLog, createLimitedLog } from '#service/observability/limited-log.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import { type AttemptContext, attemptMessage } from './attempt-message.ts'
import type { Destination } from './destination.ts'

/** A lease is this much longer than an attempt may take, so that no second attempt begins beside a running one. */
const leaseBeyondTimeoutMs = 10_000

/** A run is served for this long after it was claimed; then others have their turn. */
const serveForMs = 10_000

export interface Dispatcher {
  /** Looks for due messages at once, as after a commit. */
  wake(): void
  /** Begins no new attempt, waits for those in flight for this long, then aborts them; their leases expire. */
  stop(withinMs?: number): Promise<void>
}

export interface DispatcherOptions {
  store: Pick<Store, 'outbox'>
  destinations: readonly Destination<unknown>[]
  now: () => number
  /** 0 to 1, for jitter. */
  random: () => number
  log: Logger
  /** How often to look without being woken: messages become due, and other processes enqueue some as well. */
  pollMs?: number
}

/** Delivers due messages to all destinations until stopped. Failures are logged and tried again, never thrown. */
export function createDispatcher({ destinations, ...options }: DispatcherOptions): Dispatcher {
  const interruption = new AbortController()
  const limitedLog = createLimitedLog(options.log)
  const lanes = destinations.map((destination) =>
    startLane({ ...options, destination, limitedLog, interrupted: interruption.signal }),
  )
  return {
    wake: () => lanes.forEach((lane) => lane.wake()),
    async stop(withinMs = 8000) {
      const finished = Promise.all(lanes.map((lane) => lane.stop()))
      await Promise.race([finished, sleep(withinMs, undefined, { ref: false })])
      interruption.abort()
      await finished
    },
  }
}

interface LaneOptions extends AttemptContext {
  pollMs?: number
  limitedLog: LimitedLog
}

/** Serves one destination: as many runs at once as it allows, one message at a time in each run. */
function startLane({ pollMs = 1000, ...context }: LaneOptions) {
  const { store, destination, now, log, limitedLog, interrupted } = context
  const leaseMs = destination.timeoutMs + leaseBeyondTimeoutMs
  const inFlight = new Set<Promise<void>>()
  let stopping = false
  let served = Promise.withResolvers<void>()

  const claimRequest = () => ({ destination: destination.name, now: now(), leaseMs })

  async function work(): Promise<boolean> {
    const free = destination.concurrency - inFlight.size
    const rows = free > 0 ? await store.outbox.claimDue({ ...claimRequest(), limit: free }) : []
    for (const row of rows) take(row)
    if (rows.length < free) return false
    // All slots are taken; more messages may be due, for which there is room when one is served.
    await served.promise
    return true
  }

  function take(row: OutboxRow): void {
    const serving = serve(row)
      // The message is claimed again when its lease has expired.
      .catch((error: unknown) =>
        limitedLog({
          level: 'error',
          fields: { error: errorCode(error), delivery: row.id, runId: row.runId },
          message: `${destination.label}: the attempt cannot be recorded`,
        }),
      )
      .finally(() => {
        inFlight.delete(serving)
        // Not Promise.race over all in flight, which would leave a reaction behind in each of them.
        served.resolve()
        served = Promise.withResolvers()
      })
    inFlight.add(serving)
  }

  /** Sends a message and the due ones of its run after it, so that they need not be claimed one by one. */
  async function serve(first: OutboxRow): Promise<void> {
    const serveUntil = now() + serveForMs
    const claim = () => (stopping || now() >= serveUntil ? undefined : claimRequest())
    let row: OutboxRow | undefined = first
    while (row) row = await attemptMessage(row, context, claim)
    if (!interrupted.aborted) loop.wake()
  }

  const loop = startLoop({ name: `outbox ${destination.name}`, work, pollMs, log })
  return {
    wake: () => loop.wake(),
    async stop() {
      stopping = true
      await loop.stop()
      await Promise.all(inFlight)
    },
  }
}
