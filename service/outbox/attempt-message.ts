import type { Logger } from 'pino'
import type { Attempt, ClaimRequest, NextState, OutboxRow } from '#db/ports/outbox-store.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { type Outcome, decideOutcome } from '#domain/outbox/outcome.ts'
import type { LimitedLog } from '#service/observability/limited-log.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import type { Destination, SendResult } from './destination.ts'
import { logAttempt } from './log-attempt.ts'

export interface AttemptContext {
  store: Pick<Store, 'outbox'>
  destination: Destination<unknown>
  now: () => number
  /** Returns a number from 0 to 1, for jitter. */
  random: () => number
  log: Logger
  /**
   * Log with a limited number of lines (see `createLimitedLog`). Clients and receivers can cause any number of messages
   * and attempts.
   */
  limitedLog: LimitedLog
  /**
   * Aborted when the shutdown stops waiting for messages in flight. Attempts that have not succeeded by then are not
   * recorded.
   */
  interrupted: AbortSignal
}

type Sent =
  | { kind: 'sent'; result: SendResult }
  | { kind: 'postponed'; until: number }
  | { kind: 'discarded'; reason: string }

/**
 * Attempts to deliver a leased message and records the attempt. If `claim` returns a `ClaimRequest`, leases the next
 * due message of the same run and returns it. Returns undefined if no message was leased, or if the attempt was
 * interrupted or postponed. Throws if the store fails.
 */
export async function attemptMessage(
  row: OutboxRow,
  context: AttemptContext,
  claim: () => ClaimRequest | undefined,
): Promise<OutboxRow | undefined> {
  const { store, destination, now, random, interrupted } = context
  const startedAt = now()
  const sent = await send(row, context)
  if (sent.kind === 'postponed') {
    await store.outbox.postpone(row.id, sent.until)
    return undefined
  }
  const result = sent.kind === 'sent' ? sent.result : notSent('dead', sent.reason)
  // An interrupted attempt is not recorded. The lease of the message expires, and the attempt is repeated
  // (at-least-once delivery).
  if (interrupted.aborted && result.code !== 'delivered') return undefined
  const finishedAt = now()
  const number = row.attempts + 1
  const { schedule } = destination
  const { retryAfter, status, error } = result
  const outcome = decideOutcome(result.code, {
    attempt: number,
    schedule,
    retryAfter,
    now: finishedAt,
    random,
  })
  if (outcome.code === 'gone') await store.outbox.stop(destination.name, 'gone', finishedAt)
  const attempt: Attempt = { number, startedAt, durationMs: finishedAt - startedAt, status, error }
  const next: NextState = sent.kind === 'discarded' ? { state: 'discarded' } : stateAfter(outcome, finishedAt)
  const claimed = await store.outbox.finish(row, attempt, next, claim())
  const code = sent.kind === 'discarded' ? 'discarded' : outcome.code
  destination.onOutcome?.(code)
  logAttempt(context, row, { attempt, code, next })
  return claimed
}

function stateAfter(outcome: Outcome, now: number): NextState {
  if (outcome.code === 'retry') return { state: 'pending', nextAttemptAt: outcome.nextAttemptAt }
  // For this outcome, `attemptMessage` has stopped the destination. The message stays pending, so that it is sent when
  // an operator resumes the destination.
  if (outcome.code === 'gone') return { state: 'pending', nextAttemptAt: now }
  return { state: outcome.code }
}

async function send(row: OutboxRow, { destination, interrupted }: AttemptContext): Promise<Sent> {
  // The timeout also covers composing the message, so that the lease always lasts longer than the attempt. A timer is
  // used because it can be cleared when the attempt ends. AbortSignal.timeout would keep the messages of the last
  // seconds in memory.
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new DOMException('too slow', 'TimeoutError')),
    destination.timeoutMs,
  )
  const interrupt = () => ending.abort(interrupted.reason)
  interrupted.addEventListener('abort', interrupt)
  if (interrupted.aborted) interrupt()
  try {
    const prepared = await destination.prepare(row)
    if (prepared.kind === 'impossible')
      return { kind: 'sent', result: notSent(prepared.code, prepared.reason) }
    if (prepared.kind !== 'ready') return prepared
    return { kind: 'sent', result: await destination.send(prepared.message, ending.signal, row) }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // An unexpected error counts as a failed attempt. Otherwise, a message that can never be composed would never
    // become `dead` and would block its run.
    return { kind: 'sent', result: notSent('retry', errorCode(error)) }
  } finally {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', interrupt)
  }
}

function notSent(code: 'retry' | 'dead', reason: string): SendResult {
  return { code, status: null, error: `not sent: ${reason}`, retryAfter: null }
}
