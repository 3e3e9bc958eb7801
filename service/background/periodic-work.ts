import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

/** Start of the next chunk of periodic work, and the time until it is due. A round ends when `at` is `begin` again. */
export interface NextChunk {
  at: string
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

/** The maximum of `setTimeout`: the loops do not poll, because a wake-up starts each chunk. */
const neverMs = 2 ** 31 - 1

/**
 * Does periodic work on the leader. A wake-up arrives every minute, and earlier if the next chunk is due within less
 * than a minute; one that arrives before the next chunk is due has no effect. A failed chunk is retried after a pause.
 * A new leader begins a round at once, so a killed process delays the work only until its leadership expires.
 */
export function startPeriodicWork({ name, replicas, now, log, work }: PeriodicWork): BackgroundLoop {
  let next = { at: begin, dueAt: -Infinity }

  async function workOnce(): Promise<boolean> {
    if (now() < next.dueAt - earlyMs) return false
    const { at, inMs } = await work(next.at)
    next = { at, dueAt: now() + inMs }
    // The wake-up of every minute is early enough for any later chunk.
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

/** Subscribes to the wake-ups in a loop, because the store may be unavailable at the start. */
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
