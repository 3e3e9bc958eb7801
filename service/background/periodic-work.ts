import type { Logger } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

/** Where work that is done in chunks continues, and when; a whole round is over when it is back at `begin`. */
export interface NextChunk {
  at: string
  inMs: number
}

export interface PeriodicWork {
  /** Topic of the wake-ups, and for the log: 'lapsed-runs'. */
  name: string
  replicas: Pick<Replicas, 'wake' | 'listen'>
  now: () => number
  log: Logger
  /** Does a chunk and returns what comes next. */
  work: (at: string) => Promise<NextChunk>
}

/** Where a round begins. */
export const begin = 'begin'

const minuteMs = 60_000

/** A wake-up may come this much before its time, because clocks and timers differ. */
const earlyMs = 1000

/** No local timer: what comes next is announced by a wake-up. */
const neverMs = 2 ** 31 - 1

/**
 * Periodic work of the leader. The clock of the store wakes it every minute, and sooner when a chunk asks for it; a
 * wake-up before the next chunk is due does nothing. A chunk that failed is tried again after a pause. A new leader
 * begins a round at once, so a killed process delays the work for as long as its leadership lasts.
 */
export function startPeriodicWork({ name, replicas, now, log, work }: PeriodicWork): BackgroundLoop {
  let next = { at: begin, dueAt: -Infinity }

  async function workOnce(): Promise<boolean> {
    if (now() < next.dueAt - earlyMs) return false
    const { at, inMs } = await work(next.at)
    next = { at, dueAt: now() + inMs }
    // Anything later comes with the minute.
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

/** Subscribes in the background: at the start the store may be unavailable. */
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
