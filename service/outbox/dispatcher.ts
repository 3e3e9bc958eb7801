import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DestinationName, OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { startLoop } from '#service/background/background-loop.ts'
import { type LimitedLog, createLimitedLog } from '#service/observability/limited-log.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import { type AttemptContext, attemptMessage } from './attempt-message.ts'
import type { Destination } from './destination.ts'

/**
 * Time by which a lease outlasts the timeout of an attempt, in ms. This margin prevents two attempts to send a message
 * from overlapping.
 */
const leaseMarginMs = 10_000

/** Returns the time in ms for which a message is leased. A message of a killed process is then attempted again. */
export const leaseMsOf = ({ timeoutMs }: Pick<Destination<unknown>, 'timeoutMs'>) => timeoutMs + leaseMarginMs

/**
 * Pause in ms after which the slots that have become free are filled together, because a claim takes as long as the
 * delivery of a message. Without others in flight, none can become free meanwhile.
 */
const gatherMs = 10

/** Maximum time for which messages of one run are sent without a break, in ms. Then another run gets its turn. */
const maxServeMs = 10_000

export interface Dispatcher {
  /** Looks for due messages to the destinations immediately, by default to all. Call it after committing messages. */
  wake(destinations?: readonly DestinationName[]): void
  /**
   * Starts no more attempts and waits up to `withinMs` for the attempts in flight. Then aborts the attempts that have
   * not ended. Their messages can be claimed again when the leases expire.
   */
  stop(withinMs?: number): Promise<void>
}

export interface DispatcherOptions {
  store: Pick<Store, 'outbox'>
  destinations: readonly Destination<unknown>[]
  now: () => number
  /** Returns a number from 0 to 1, for jitter. */
  random: () => number
  log: Logger
  /** Poll interval, in ms. Polling finds messages that have become due, and messages enqueued by other processes. */
  pollMs?: number
}

/**
 * Starts a dispatcher, which delivers due messages to all destinations until stopped. Failures are logged and retried,
 * never thrown.
 */
export function createDispatcher({ destinations, ...options }: DispatcherOptions): Dispatcher {
  const interruption = new AbortController()
  const limitedLog = createLimitedLog(options.log)
  const lanes = destinations.map((destination) => ({
    name: destination.name,
    ...startLane({ ...options, destination, limitedLog, interrupted: interruption.signal }),
  }))
  return {
    wake(names) {
      for (const lane of lanes) if (!names || names.includes(lane.name)) lane.wake()
    },
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

/**
 * Starts sending the messages of one destination. Serves up to `concurrency` runs at the same time, but sends only one
 * message of a run at a time.
 */
function startLane({ pollMs = 1000, ...context }: LaneOptions) {
  const { store, destination, now, log, limitedLog, interrupted } = context
  const leaseMs = leaseMsOf(destination)
  const inFlight = new Set<Promise<void>>()
  let claims = 0
  let stopping = false
  let served = Promise.withResolvers<void>()

  const claimRequest = () => ({ destination: destination.name, now: now(), leaseMs })

  async function work(): Promise<boolean> {
    const free = destination.concurrency - inFlight.size
    if (free > 0) claims += 1
    const rows = free > 0 ? await store.outbox.claimDue({ ...claimRequest(), limit: free }) : []
    for (const row of rows) startServing(row)
    if (rows.length < free) return false
    // All slots are taken now, and more messages may be due. The loop therefore continues when slots are free.
    await served.promise
    if (inFlight.size > 0) await sleep(gatherMs)
    return true
  }

  function startServing(row: OutboxRow): void {
    const serving = serve(row)
      // If an attempt cannot be recorded, its message is claimed again when the lease has expired.
      .catch((error: unknown) =>
        limitedLog({
          level: 'error',
          fields: { error: errorCode(error), delivery: row.id, runId: row.runId },
          message: `${destination.label}: the attempt cannot be recorded`,
        }),
      )
      .finally(() => {
        inFlight.delete(serving)
        // `served` announces the free slot. `Promise.race` over `inFlight` is not used, because every call would add
        // another callback to each promise in flight.
        served.resolve()
        served = Promise.withResolvers()
      })
    inFlight.add(serving)
  }

  /**
   * Sends a message and then the other due messages of the same run. Recording an attempt also claims the run's next
   * message, which saves a separate claim. If it did not look for one, or if this process has claimed meanwhile and may
   * have skipped the run, another claim follows. A message that another process has skipped waits for the next poll.
   */
  async function serve(first: OutboxRow): Promise<void> {
    const serveUntil = now() + maxServeMs
    const claimsBefore = claims
    let looked = false
    const claim = () => {
      looked = !stopping && now() < serveUntil
      return looked ? claimRequest() : undefined
    }
    let row: OutboxRow | undefined = first
    while (row) {
      looked = false
      row = await attemptMessage(row, context, claim)
    }
    if (!interrupted.aborted && (!looked || claims > claimsBefore)) loop.wake()
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
