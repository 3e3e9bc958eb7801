import { type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import type pg from 'pg'
import { deliveryQueue } from '../delivery-store.ts'
import { type Job, type NewJob, type Queue, conversionQueue } from '../queue.ts'
import type { Queryable } from './connection.ts'
import { toStoreError } from './failure.ts'

// The queue is pg-boss, in a schema of its own. Its clock is PostgreSQL's, so all replicas agree on what is due.

const schema = 'jobs'

/** What a claim asks for as a rule; pg-boss keeps the lease with the job, so another one costs a statement more. */
const usualLeaseSeconds = 25

/**
 * `short` lets one job a key wait beside any number that run: a wake-up that comes while its key is being served is
 * never lost. Attempts and their backoff are counted by the delivery rows, so a job comes back as often as it must.
 */
const queueOptions = {
  policy: 'short',
  expireInSeconds: usualLeaseSeconds,
  retryLimit: 2_000_000_000,
  retryDelay: 0,
} as const

export interface QueueOptions {
  pool: pg.Pool
  /** Brings back jobs whose process is gone. Command-line tools leave that to the services. */
  supervise: boolean
  /** How often that is looked at; 10 s by default. */
  superviseSeconds?: number | undefined
  /** Told what goes wrong in the background; pg-boss goes on by itself. */
  onError: (error: unknown) => void
}

/**
 * Makes or migrates the schema of the queue, under a lock, and looks after it until closed. The pool stays the caller's.
 * Throws what the driver throws.
 */
export async function openQueue({ pool, supervise, superviseSeconds = 10, onError }: QueueOptions) {
  // By `pool.query` and not on a client of our own: when pg-boss's BEGIN … COMMIT fails in the middle, the pool drops
  // that connection, and nobody gets one with a broken transaction on it.
  const db: Db = { executeSql: (text, values) => pool.query(text, values?.length ? values : undefined) }
  const boss = new PgBoss({
    db,
    schema,
    supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    // Neither cron nor flows are used; looking for the latter cannot be switched off.
    schedule: false,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  boss.on('warning', onError)
  await boss.start()
  const created = new Map<string, Promise<void>>()

  /** A name is all that a queue needs. */
  function ensure(queue: string): Promise<void> {
    const begun = created.get(queue) ?? boss.createQueue(queue, queueOptions)
    created.set(queue, begun)
    begun.catch(() => created.delete(queue))
    return begun
  }
  // These are put to in other transactions, where there is no time for it.
  await ensure(deliveryQueue)
  await ensure(conversionQueue)

  async function claim(queue: string, leaseMs: number, limit: number): Promise<Job[]> {
    await ensure(queue)
    const jobs = await boss.fetch(queue, { batchSize: limit, includeMetadata: true })
    const leaseSeconds = Math.ceil(leaseMs / 1000)
    const others = jobs.filter(({ expireInSeconds }) => expireInSeconds !== leaseSeconds).map(({ id }) => id)
    if (others.length > 0)
      await pool.query(
        `UPDATE ${schema}.job SET expire_seconds = $1 WHERE name = $2 AND id = ANY($3::uuid[])`,
        [leaseSeconds, queue, others],
      )
    // Chosen by that order, but returned in none.
    return jobs
      .toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime())
      .map((job) => toJob(queue, job))
  }

  const queue: Queue = {
    put: (jobs) =>
      asStore(async () => {
        await Promise.all([...new Set(jobs.map((job) => job.queue))].map(ensure))
        await putJobs(pool, jobs)
      }),
    claim: (name, _, leaseMs, limit) => asStore(() => claim(name, leaseMs, limit)),
    done: (job) => asStore(async () => void (await boss.deleteJob(job.queue, readTicket(job)))),
    depth: () =>
      asStore(async () => {
        const { rows } = await pool.query<{ queue: string; jobs: number }>(
          `SELECT name AS queue, count(*) AS jobs FROM ${schema}.job WHERE state <= 'active' GROUP BY name`,
        )
        return rows
      }),
  }
  return { queue, close: () => boss.stop({ graceful: false }) }
}

/**
 * Puts jobs inside the caller's transaction: they can be claimed when it commits. The queues must be there already.
 *
 * Not by pg-boss's own `insert`, which leaves out a job whose key waits already and locks nothing: the one that waits
 * could be claimed before this transaction commits, its worker would not see what the job is about, and nobody would
 * look again. Here the row that waits is locked until the commit, and pg-boss passes over locked rows.
 */
export async function putJobs(client: Queryable | pg.Pool, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return
  await client.query(
    `INSERT INTO ${schema}.job_common AS waiting (name, singleton_key, start_after, keep_until, created_on, policy,
       expire_seconds, retry_limit, retry_delay, deletion_seconds)
     SELECT q.name, j.key, to_timestamp(min(j.run_at) / 1000.0), 'infinity', ${schema}.job_now(), q.policy,
       q.expire_seconds, q.retry_limit, q.retry_delay, q.deletion_seconds
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS j (queue, key, run_at) LEFT JOIN ${schema}.queue q ON q.name = j.queue
     GROUP BY q.name, j.key ORDER BY q.name, j.key
     ON CONFLICT (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'
     DO UPDATE SET start_after = least(waiting.start_after, excluded.start_after)`,
    [jobs.map(({ queue }) => queue), jobs.map(({ key }) => key), jobs.map(({ runAt }) => runAt)],
  )
}

/** The attempt belongs to it: whoever held the job before cannot finish it for the one who holds it now. */
function toJob(queue: string, { id, retryCount, singletonKey, startAfter }: JobWithMetadata<unknown>): Job {
  return { queue, key: singletonKey ?? '', runAt: startAfter.getTime(), ticket: `${id} ${retryCount}` }
}

function readTicket({ ticket }: Job): { id: string; retryCount: number } {
  const [id = '', retryCount] = String(ticket).split(' ')
  return { id, retryCount: Number(retryCount) }
}

async function asStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}
