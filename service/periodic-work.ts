import type { Logger } from 'pino'
import type { Job } from '#db/queue.ts'
import type { Store } from '#db/store.ts'
import { type BackgroundLoop, startLoop } from './background-loop.ts'

/** Where work that is done in pieces goes on, and when; a whole round is over when it is back at `begin`. */
export interface NextPiece {
  at: string
  inMs: number
}

export interface PeriodicWork {
  /** Of the queue, and for the log: 'lapsed-runs'. */
  name: string
  store: Pick<Store, 'queue'>
  now: () => number
  log: Logger
  /** Does a piece, well within `leaseMs`, and says what comes next. */
  work: (at: string) => Promise<NextPiece>
  /** How often to look whether it is time. */
  pollMs: number
}

/** Where a round begins. */
export const begin = 'begin'

/** A piece whose process is gone is done again after so long. */
export const leaseMs = 25_000

/**
 * Work that comes round again and again, once for all processes: what comes next waits in the queue, and whoever looks
 * first does it. A piece that failed is tried again after a pause, one whose process is gone when its lease runs out.
 * The first round begins with the process, so that the chain cannot be lost for longer.
 */
export function startPeriodicWork(settings: PeriodicWork): BackgroundLoop {
  const { name, store, now, log, work, pollMs } = settings
  let begun = false

  async function workOnce(): Promise<boolean> {
    if (!begun) await store.queue.put([{ queue: name, key: begin, runAt: now() }])
    begun = true
    const [job] = await store.queue.claim(name, now(), leaseMs, 1)
    if (!job) return false
    const next = await work(job.key).catch(async (error: unknown) => {
      await goOn(job, { at: job.key, inMs: 0 }).catch(() => {})
      throw error
    })
    await goOn(job, next)
    return true
  }

  async function goOn(job: Job, next: NextPiece): Promise<void> {
    // Before this piece is done with: a process that ends in between leaves one too many, never none.
    await store.queue.put([{ queue: name, key: next.at, runAt: now() + next.inMs }])
    await store.queue.done(job)
  }

  return startLoop({ name, work: workOnce, pollMs, log })
}
