import { claimNextStatement } from '#db/outbox/claim-due.ts'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import { StoreUnavailable } from '#db/ports/store.ts'
import type { Connection } from '#db/postgres/connection/connection.ts'
import { type Transaction, transaction } from '#db/postgres/connection/transaction.ts'

/** A call of `OutboxStore.finish`. */
interface Finished {
  row: Pick<OutboxRow, 'id' | 'runId'>
  attempt: Attempt
  next: NextState
  request: ClaimRequest | undefined
}

interface Waiting extends Finished {
  resolve: (claimed: OutboxRow | undefined) => void
  reject: (error: unknown) => void
}

/** The message that was leased for each run. */
type ClaimedByRun = Map<string, OutboxRow>

/** Maximum number of attempts in one transaction. */
const maxTogether = 64

/**
 * Returns `OutboxStore.finish`. Attempts that end while a transaction is running are recorded together in the next one.
 * Otherwise each of them would take five statements and a commit, which is most of the processor time of a message.
 */
export function finishTogether({ pool }: Pick<Connection, 'pool'>) {
  const waiting: Waiting[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) await settle(waiting.splice(0, sizeOfGroup(waiting)))
    running = false
  }

  async function settle(group: readonly Waiting[]): Promise<void> {
    try {
      const claimed = await transaction(pool, (tx) => finishGroup(tx, group))
      for (const { row, resolve } of group) resolve(row.runId === null ? undefined : claimed.get(row.runId))
    } catch (error) {
      // If the database refuses the group, the attempts are recorded one by one, so that only those fail that cause it.
      if (group.length === 1 || error instanceof StoreUnavailable) for (const one of group) one.reject(error)
      else for (const one of group) await settle([one])
    }
  }

  return (
    row: Finished['row'],
    attempt: Attempt,
    next: NextState,
    request?: ClaimRequest,
  ): Promise<OutboxRow | undefined> =>
    new Promise((resolve, reject) => {
      waiting.push({ row, attempt, next, request, resolve, reject })
      if (!running) void run()
    })
}

/**
 * Returns how many of the waiting attempts are recorded together. They are of different runs, and so of different
 * messages: attempts of the same message must be recorded one after the other.
 */
function sizeOfGroup(waiting: readonly Finished[]): number {
  const seen = new Set<string | number>()
  for (const { row } of waiting) {
    const run = row.runId ?? row.id
    if (seen.has(run) || seen.size === maxTogether) break
    seen.add(run)
  }
  return seen.size
}

/**
 * Needs no lock. Until the commit, other processes still see the leases of the finished messages, so they skip their
 * runs. The commit ends these leases and begins those of the next messages at the same time.
 */
async function finishGroup(tx: Transaction, group: readonly Finished[]): Promise<ClaimedByRun> {
  // In the order of their ids, so that two processes never wait for each other's rows.
  const sorted = group.toSorted((one, other) => one.row.id - other.row.id)
  recordAttempts(tx, sorted)
  retryMessages(tx, sorted)
  settleMessages(tx, sorted)
  return claimNextMessages(tx, sorted)
}

function recordAttempts(tx: Transaction, group: readonly Finished[]): void {
  const attempts = group.map(({ attempt }) => attempt)
  tx.send({
    name: 'record-attempts',
    // A message may have been removed meanwhile, for example by an erasure. Then nothing is inserted for it.
    text: `INSERT INTO outbox_attempts (outbox_id, number, started_at, duration_ms, status, error)
       SELECT o.id, a.number, a.started_at, a.duration_ms, a.status, a.error
       FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::int[], $6::text[])
         AS a (id, number, started_at, duration_ms, status, error)
       JOIN outbox o ON o.id = a.id ORDER BY o.id FOR KEY SHARE OF o`,
    values: [
      group.map(({ row }) => row.id),
      attempts.map(({ number }) => number),
      attempts.map(({ startedAt }) => startedAt),
      attempts.map(wholeMs),
      attempts.map(({ status }) => status),
      attempts.map(({ error }) => error),
    ],
  })
}

function retryMessages(tx: Transaction, group: readonly Finished[]): void {
  const retried = group.flatMap(({ row: { id }, attempt, next }) =>
    next.state === 'pending' ? [{ id, attempts: attempt.number, at: next.nextAttemptAt }] : [],
  )
  if (retried.length === 0) return
  tx.send({
    name: 'retry-messages',
    text: `UPDATE outbox SET next_attempt_at = a.at, attempts = a.attempts, leased_until = NULL
       FROM unnest($1::bigint[], $2::bigint[], $3::int[]) AS a (id, at, attempts)
       WHERE outbox.id = a.id AND state = 'pending'`,
    values: [
      retried.map(({ id }) => id),
      retried.map(({ at }) => at),
      retried.map(({ attempts }) => attempts),
    ],
  })
}

/**
 * Records the final states of messages. An attempt may report its result after its lease has expired. The condition in
 * the statement prevents such a late result from reverting a delivery.
 */
function settleMessages(tx: Transaction, group: readonly Finished[]): void {
  const settled = group.filter(({ next }) => next.state !== 'pending')
  if (settled.length === 0) return
  tx.send({
    name: 'finish-messages',
    text: `UPDATE outbox SET state = a.state, finished_at = a.finished_at, attempts = a.attempts, leased_until = NULL,
         content = CASE WHEN a.state = 'dead' THEN content END
       FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::int[]) AS a (id, state, finished_at, attempts)
       WHERE outbox.id = a.id
         AND (outbox.state = 'pending' OR (outbox.state = 'dead' AND a.state IN ('delivered', 'discarded')))`,
    values: [
      settled.map(({ row }) => row.id),
      settled.map(({ next }) => next.state),
      settled.map(({ attempt }) => attempt.startedAt + wholeMs(attempt)),
      settled.map(({ attempt }) => attempt.number),
    ],
  })
}

/** The column stores whole ms, but `performance.now()` returns fractions. */
const wholeMs = ({ durationMs }: Attempt) => Math.round(durationMs)

const claimNext = claimNextStatement({
  destination: '$1',
  now: '$2::bigint',
  leaseMs: '$3::bigint',
  runIds: '$4::text[]',
})

/** Leases the next message of each run whose attempt asks for it. */
async function claimNextMessages(tx: Transaction, group: readonly Finished[]): Promise<ClaimedByRun> {
  const wanted = group.flatMap(({ row: { runId }, request }) =>
    request && runId !== null ? [{ runId, request }] : [],
  )
  const claimed: ClaimedByRun = new Map()
  for (const [destination, ofDestination] of Map.groupBy(wanted, ({ request }) => request.destination)) {
    const requests = ofDestination.map(({ request }) => request)
    const now = Math.max(...requests.map((request) => request.now))
    const { rows } = await tx.query<OutboxRow>({
      name: 'claim-next-of-runs',
      text: claimNext,
      values: [destination, now, requests[0]!.leaseMs, ofDestination.map(({ runId }) => runId)],
    })
    for (const message of rows) claimed.set(message.runId!, message)
  }
  return claimed
}
