import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

/**
 * The chunk of periodic work to do next. The work is done in rounds, and each round consists of chunks, which are done
 * one after the other.
 */
export interface NextChunk {
  /** Position in the work at which the chunk starts. The position `begin` starts a new round. */
  at: string
  /** Time in ms from the start of the previous chunk until the chunk is due. */
  inMs: number
}

export interface PeriodicWork {
  /** Topic of the wake-ups and name in the log, for example 'lapsed-runs'. */
  name: string
  replicas: Pick<Replicas, 'wake' | 'listen'>
  now: () => number
  log: Logger
  /** Does the chunk that starts at `at` and returns the next one. */
  work: (at: string) => Promise<NextChunk>
}

/** Position of the first chunk of a round. */
export const begin = 'begin'

const minuteMs = 60_000

/** A wake-up starts a chunk up to this many ms before it is due, because clocks and timers are not exact. */
const earlyMs = 1000

/**
 * Polling interval that in effect disables polling: the maximum delay of `setTimeout`, in ms. Wake-ups start the chunks
 * instead.
 */
const neverMs = 2 ** 31 - 1

/**
 * Does periodic work in the process that is the leader. Wake-ups start the chunks. A wake-up arrives every minute. If
 * the next chunk is due sooner, it gets an additional wake-up. A wake-up has no effect if no chunk is due. A failed
 * chunk is retried after a pause. If the leader's process is killed, another process becomes the leader and begins a
 * round immediately.
 */
export function startPeriodicWork({ name, replicas, now, log, work }: PeriodicWork): BackgroundLoop {
  let next = { at: begin, dueAt: -Infinity }

  async function workOnce(): Promise<boolean> {
    if (now() < next.dueAt - earlyMs) return false
    const startedAt = now()
    const { at, inMs } = await work(next.at)
    // A chunk that is due in a minute or more needs no separate wake-up: the one that arrives every minute starts it.
    if (inMs > 0 && inMs < minuteMs) await replicas.wake(name, inMs)
    // Only now, so that the chunk is repeated if the wake-up could not be sent.
    next = { at, dueAt: startedAt + inMs }
    return inMs === 0
  }

  const loop = startLoop({ name, work: workOnce, pollMs: neverMs, log })
  const listening = startListening({ name, replicas, log }, loop)
  return {
    wake: loop.wake,
    async stop() {
      await Promise.all([loop.stop(), listening.stop()])
    },
  }
}

/**
 * Subscribes `loop` to the wake-ups. The subscribing runs in a second loop, which tries again after a failure, because
 * the store may be unavailable at the start.
 */
function startListening(
  { name, replicas, log }: Pick<PeriodicWork, 'name' | 'replicas' | 'log'>,
  loop: BackgroundLoop,
) {
  let end: (() => Promise<void>) | undefined
  const subscribing = startLoop({
    name: `wake-ups of ${name}`,
    log,
    pollMs: neverMs,
    work: async () => {
      end ??= await replicas.listen(name, loop.wake)
      return false
    },
  })
  return {
    async stop() {
      await subscribing.stop()
      await end?.()
    },
  }
}
