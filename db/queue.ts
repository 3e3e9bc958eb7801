/** A wake-up call: the queue says when to look, the tables say what is owed. One job a (queue, key) waits at a time. */
export interface NewJob {
  queue: string
  key: string
  runAt: number
}

export interface Job extends NewJob {
  /** Tells a job that was put again while it ran from the one that ran. */
  ticket: number
}

export interface Queue {
  /** A job that waits already is moved forward if the new time is earlier. */
  put(jobs: NewJob[]): Promise<void>
  /** Due jobs, each held for `leaseMs`; one whose lease ran out is due again. */
  claim(queue: string, now: number, leaseMs: number, limit: number): Promise<Job[]>
  /** Removes a finished job, unless it was put again meanwhile. */
  done(job: Job): Promise<void>
  /** Jobs waiting, by queue. */
  depth(): Promise<{ queue: string; jobs: number }[]>
}
