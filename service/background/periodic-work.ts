import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

/** The next chunk of periodic work. All chunks together are a round. */
export interface NextChunk {
  /** Position in the work at which the chunk starts. `begin` if the previous chunk was the last one of its round. */
  at: string
  /** Time until the chunk is due, in ms. */
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

/** Start of the first chunk of a round. */
export const begin = 'begin'

const minuteMs = 60_000

/** Tolerance for early wake-ups, in ms, because clocks and timers differ. */
const earlyMs = 1000

/**
 * Polling interval that disables polling: the maximum delay of `setTimeout`, in ms. Each chunk is started by a wake-up.
 */
const neverMs = 2 ** 31 - 1

/**
 * Does periodic work on the leader. A wake-up arrives every minute, and earlier if the next chunk is due in less than a
 * minute. A wake-up that arrives before the next chunk is due has no effect. A failed chunk is retried after a pause. A
 * new leader begins a round immediately. If the leader's process is killed, the work is therefore delayed only until
 * the leadership expires.
 */
export function startPeriodicWork({ name, replicas, now, log, work }: PeriodicWork): BackgroundLoop {
  let next = { at: begin, dueAt: -Infinity }

  async function workOnce(): Promise<boolean> {
    if (now() < next.dueAt - earlyMs) return false
    const { at, inMs } = await work(next.at)
    next = { at, dueAt: now() + inMs }
    // A chunk that is due later is started by the wake-up that arrives every minute.
    if (inMs > 0 && inMs < minuteMs) await replicas.wake(name, inMs)
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

/** Subscribes to the wake-ups. Uses a loop to retry, because the store may be unavailable at the start. */
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
