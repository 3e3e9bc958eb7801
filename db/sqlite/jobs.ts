import type Database from 'better-sqlite3'
import type { Job, NewJob } from '../queue.ts'

type OwnJob = Job & { ticket: number }

interface WaitingJob {
  ticket: number
  runAt: number
  claimed: number | null
  leasedUntil: number | null
}

/** Puts jobs inside a transaction of the caller. */
export function putJobs(sqlite: Database.Database) {
  const find = sqlite.prepare<[NewJob], WaitingJob>(
    `SELECT ticket, run_at AS runAt, claimed, leased_until AS leasedUntil FROM jobs
     WHERE queue = @queue AND key = @key`,
  )
  const remove = sqlite.prepare<[number]>('DELETE FROM jobs WHERE ticket = ?')
  const advance = sqlite.prepare<[number, number]>('UPDATE jobs SET run_at = min(run_at, ?) WHERE ticket = ?')
  const insert = sqlite.prepare<[NewJob & Pick<WaitingJob, 'claimed' | 'leasedUntil'>]>(
    `INSERT INTO jobs (queue, key, run_at, claimed, leased_until)
     VALUES (@queue, @key, @runAt, @claimed, @leasedUntil)`,
  )
  return (jobs: NewJob[]) => {
    for (const job of jobs) {
      const present = find.get(job)
      if (!present) insert.run({ ...job, claimed: null, leasedUntil: null })
      else if (present.claimed !== present.ticket) advance.run(job.runAt, present.ticket)
      else {
        // It runs: the new wish gets a ticket of its own and waits behind the lease of the old one.
        remove.run(present.ticket)
        insert.run({ ...job, claimed: present.claimed, leasedUntil: present.leasedUntil })
      }
    }
  }
}

/** The writing side of `Queue`. */
export function createQueue(sqlite: Database.Database) {
  const put = sqlite.transaction(putJobs(sqlite))
  const claim = sqlite.prepare<[{ queue: string; now: number; leaseMs: number; limit: number }], OwnJob>(
    `UPDATE jobs SET claimed = ticket, leased_until = @now + @leaseMs
     WHERE ticket IN (
       SELECT ticket FROM jobs
       WHERE queue = @queue AND run_at <= @now AND (leased_until IS NULL OR leased_until <= @now)
       ORDER BY run_at, ticket LIMIT @limit)
     RETURNING queue, key, run_at AS runAt, ticket`,
  )
  const remove = sqlite.prepare<[number]>('DELETE FROM jobs WHERE ticket = ?')
  const free = sqlite.prepare<[Job]>(
    `UPDATE jobs SET claimed = NULL, leased_until = NULL
     WHERE queue = @queue AND key = @key AND claimed = @ticket`,
  )
  const finish = sqlite.transaction((job: Job) => {
    if (remove.run((job as OwnJob).ticket).changes === 0) free.run(job)
  })

  return {
    putJobs: (jobs: NewJob[]) => put.immediate(jobs),
    claimJobs: (queue: string, now: number, leaseMs: number, limit: number): Job[] =>
      claim.all({ queue, now, leaseMs, limit }).sort((a, b) => a.runAt - b.runAt || a.ticket - b.ticket),
    finishJob: (job: Job) => finish.immediate(job),
  }
}
