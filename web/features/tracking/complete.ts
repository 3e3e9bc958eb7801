import type { EventResult, WireEventInput } from '#domain/events/wire-events.ts'
import { bodyOf } from '#web/features/tracking/sending/envelope.ts'
import { type PostOutcome, post } from '#web/features/tracking/sending/post.ts'
import type { WireContext } from './tracked-event.ts'
import type { Tracker } from './tracker.ts'

export type PlacedOrder = NonNullable<Extract<EventResult, { order?: unknown }>['order']>
export type RejectedIssue = Extract<EventResult, { issues: unknown }>['issues'][number]

/** Event that places the order. All attempts to place the same order must use the same event id. */
export type CompleteEvent = Omit<Extract<WireEventInput, { type: 'complete' }>, 'type'>

export type CompleteOutcome =
  /** `isRepeated`: an order existed before this request, and the request has changed nothing. */
  | { kind: 'ordered'; order: PlacedOrder; isRepeated: boolean }
  | { kind: 'rejected'; issues: RejectedIssue[] }
  /** It is unknown whether the order was stored. A retry must use the same id. */
  | {
      kind: 'unavailable'
      reason: 'timeout' | 'network' | 'response'
      status?: number
      retryAfterMs?: number
    }

/**
 * Sends the order and waits up to 8 s for the response. Pending events are sent in the same request, before the order.
 * Otherwise, a step could arrive after its order. If the service rejects this request, the order is sent alone.
 */
export async function sendComplete(options: {
  tracker: Pick<Tracker, 'lease' | 'flush'>
  context: () => WireContext
  event: CompleteEvent
  /** Secret of the run. Without the secret, the response to a retry does not contain the order. */
  secret: string
  /** URL to which events are sent. Default `/api/events`. */
  url?: string
  now?: () => number
}): Promise<CompleteOutcome> {
  const { url = '/api/events', now = Date.now, event, secret } = options
  const headers = { 'X-Run-Secret': secret }
  const context = JSON.stringify(options.context())
  const json = JSON.stringify({ data: {}, ...event, type: 'complete' })
  const lease = options.tracker.lease(context)
  // The lease may not contain all pending events. Send the others now, in separate requests. The order does not wait
  // for the responses to these requests.
  void options.tracker.flush()
  const send = async (events: readonly string[]) =>
    post(url, await bodyOf({ events, context }, now), { headers })
  let outcome = await send([...lease.events, json])
  const refused = outcome.kind === 'refused' || outcome.kind === 'tooLarge'
  lease.settle(outcome)
  if (refused && lease.events.length) outcome = await send([json])
  return readOutcome(outcome, event.id)
}

function readOutcome(outcome: PostOutcome, id: string): CompleteOutcome {
  if (outcome.kind === 'failed') {
    const { kind: _, ...why } = outcome
    return { kind: 'unavailable', ...why }
  }
  if (outcome.kind !== 'answered')
    return {
      kind: 'unavailable',
      reason: 'response',
      status: outcome.kind === 'tooLarge' ? 413 : outcome.status,
    }
  const result = outcome.results.find((one) => one.id === id)
  if (result?.status === 'rejected') return { kind: 'rejected', issues: result.issues }
  if (result?.order)
    return { kind: 'ordered', order: result.order, isRepeated: result.status === 'duplicate' }
  return { kind: 'unavailable', reason: 'response' }
}
