import type { Logger } from 'pino'
import type { AttemptOutcome, AttemptRequest, Delivery, NextAttempt } from '#db/delivery-store.ts'
import { type Store, StoreUnavailable } from '#db/store.ts'
import type { BankOf, ComposingStore } from './compose-message.ts'
import type { Endpoint } from './endpoint.ts'
import { type PostResult, errorCode, postMessage } from './post-message.ts'
import { prepareMessage } from './prepare-message.ts'
import { outcomeOf } from './retry-schedule.ts'

export interface AttemptContext {
  store: ComposingStore & Pick<Store, 'deliveries'>
  endpoint: Endpoint
  /** Completes what messages say of a payment; without it they name no bank. */
  bankOf?: BankOf
  now: () => number
  /** 0 to 1, for jitter. */
  random: () => number
  log: Logger
  /** Aborted when the service must go: the attempt is then nobody's fault and is not recorded. */
  interrupted: AbortSignal
}

/**
 * Makes one attempt of a delivery that is held by a lease, records it, and begins the run's next one where `next` asks for
 * it. Undefined when none was asked for, or the attempt was interrupted. Throws when the store cannot do its work.
 */
export async function attemptDelivery(
  delivery: Delivery,
  context: AttemptContext,
  next: () => AttemptRequest | undefined,
): Promise<NextAttempt | undefined> {
  const { store, endpoint, now, random, interrupted } = context
  const startedAt = now()
  const result = await send(delivery, context)
  // The lease runs out and the next process repeats the attempt: at least once, never not at all.
  if (interrupted.aborted && !result.delivered) return undefined
  const finishedAt = now()
  const number = delivery.attempts + 1
  const gone = result.status === 410
  if (gone) await store.deliveries.stop(endpoint.name, 'The receiver answered 410 Gone.', finishedAt)
  const outcome: AttemptOutcome = gone
    ? { state: 'pending', nextAttemptAt: finishedAt }
    : outcomeOf({ result, attempt: number, schedule: endpoint.schedule, now: finishedAt, random })
  const attempt = {
    number,
    startedAt,
    durationMs: finishedAt - startedAt,
    httpStatus: result.status,
    error: result.error,
  }
  // No job: whoever holds the run's looks at it again, and its lease runs out should they be killed before.
  const begun = await store.deliveries.finishAttempt(delivery.id, attempt, outcome, next())
  logAttempt(context.log, delivery, { ...attempt, outcome, gone })
  return begun
}

async function send(delivery: Delivery, context: AttemptContext): Promise<PostResult> {
  const { store, endpoint, now, interrupted } = context
  // Begun before the message is put together, so that the lease always outlives the exchange. Its timer is ended with it:
  // those of AbortSignal.timeout would keep each message of the last 15 s in memory.
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new DOMException('too slow', 'TimeoutError')),
    endpoint.timeoutMs,
  )
  const interrupt = () => ending.abort(interrupted.reason)
  interrupted.addEventListener('abort', interrupt)
  if (interrupted.aborted) interrupt()
  const { signal } = ending
  try {
    const { secrets, forwardDrafts } = endpoint
    const { bankOf } = context
    const prepared = await prepareMessage(store, delivery, { secrets, forwardDrafts, bankOf, now })
    if (prepared.kind === 'impossible') return notSent(prepared.reason)
    const { headers, body, missing } = prepared
    const result = await postMessage({ url: endpoint.url, headers, body, signal })
    return result.delivered && missing.length > 0 ? sentWithout(missing, result) : result
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // A message that cannot be made must end as a dead letter, not block its run for ever.
    return notSent(errorCode(error))
  } finally {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', interrupt)
  }
}

function notSent(reason: string): PostResult {
  return { delivered: false, status: null, error: `not sent: ${reason}`, retryAfter: null }
}

/** Delivered all the same: the order must go out, and the receiver sees an empty list. */
function sentWithout(fields: readonly string[], result: PostResult): PostResult {
  return { ...result, error: `sent without the files of ${fields.join(', ')}, which cannot be read` }
}

function logAttempt(
  log: Logger,
  delivery: Delivery,
  made: {
    number: number
    httpStatus: number | null
    error: string | null
    outcome: AttemptOutcome
    gone: boolean
  },
): void {
  const { outcome } = made
  const line = {
    delivery: delivery.id,
    runId: delivery.runId,
    attempt: made.number,
    status: made.httpStatus,
    error: made.error,
    ...(outcome.state === 'pending' && { nextAttemptAt: new Date(outcome.nextAttemptAt).toISOString() }),
  }
  if (made.gone)
    log.error(line, 'the webhook is gone (410): nothing is sent until `npm run deliveries -- resume`')
  else if (outcome.state === 'delivered' && made.error)
    log.error(line, 'webhook message delivered without some of its files')
  else if (outcome.state === 'delivered') log.debug(line, 'webhook message delivered')
  else if (outcome.state === 'dead')
    log.error(line, 'webhook message is a dead letter: its last attempt failed')
  else log.warn(line, 'webhook message not delivered; it will be tried again')
}
