/** Conversions that are still to be told: one job for each `converted` event, with the order's id as its key. */
export const conversionQueue = 'conversions'

/**
 * A wake-up call: the queue says when to look, the tables say what is owed. One job a (queue, key) waits at a time.
 * A queue is made by naming it.
 */
export interface NewJob {
  queue: string
  key: string
  runAt: number
}

export interface Job extends NewJob {
  /** Tells a job that was put again while it ran from the one that ran; opaque. */
  ticket: number | string
}

export interface Queue {
  /** A job that waits already is moved forward if the new time is earlier; one that runs meanwhile is no reason to forget it. */
  put(jobs: NewJob[]): Promise<void>
  /**
   * Due jobs, those that have waited longest first, each held for `leaseMs` in whole seconds; one whose lease ran out
   * is due again within 10 s. What is due goes by `now`, or by the engine's own clock where it has one for all its
   * clients. A job that was put while one of its key runs may be handed out beside it: what may not be done by two at
   * once is guarded by the tables.
   */
  claim(queue: string, now: number, leaseMs: number, limit: number): Promise<Job[]>
  /** Removes a finished job, unless it was put again meanwhile. */
  done(job: Job): Promise<void>
  /** Jobs waiting, by queue. */
  depth(): Promise<{ queue: string; jobs: number }[]>
}
