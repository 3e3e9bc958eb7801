import type { EventResult, WireEventInput } from '#domain/events.ts'
import { bodyOf } from './envelope.ts'
import { type PostOutcome, post } from './post.ts'
import type { WireContext } from './tracked-event.ts'
import type { Tracker } from './tracker.ts'

export type PlacedOrder = NonNullable<Extract<EventResult, { order?: unknown }>['order']>
export type RejectedIssue = Extract<EventResult, { issues: unknown }>['issues'][number]

/** Id and time are made once, when the button is pressed; a repeat gives the same ones. */
export type CompleteEvent = Omit<Extract<WireEventInput, { type: 'complete' }>, 'type' | 'data'>

export type CompleteAnswer =
  | { kind: 'ordered'; order: PlacedOrder }
  | { kind: 'rejected'; issues: RejectedIssue[] }
  /** Not known whether it was stored: repeat with the same id. */
  | { kind: 'unavailable'; reason: 'timeout' | 'network' | 'answer'; status?: number; retryAfterMs?: number }

/**
 * Sends the order and waits for its answer, at most 8 s. Steps that still wait in the queue go along in the same request,
 * before it, so that no step is later than its order; if the service refuses that request, the order goes alone.
 */
export async function sendComplete(options: {
  tracker: Pick<Tracker, 'lend' | 'flush'>
  context: () => WireContext
  event: CompleteEvent
  /** Default `/api/events`. */
  url?: string
  now?: () => number
}): Promise<CompleteAnswer> {
  const { url = '/api/events', now = Date.now, event } = options
  const context = JSON.stringify(options.context())
  const json = JSON.stringify({ ...event, type: 'complete', data: {} })
  const loan = options.tracker.lend(context)
  // Whatever could not be lent starts before the order, and is not waited for.
  void options.tracker.flush()
  const send = async (events: readonly string[]) => post(url, await bodyOf(events, context, now))
  let outcome = await send([...loan.events, json])
  const refused = outcome.kind === 'refused' || outcome.kind === 'tooLarge'
  loan.settle(outcome)
  if (refused && loan.events.length) outcome = await send([json])
  return readOutcome(outcome, event.id)
}

function readOutcome(outcome: PostOutcome, id: string): CompleteAnswer {
  if (outcome.kind === 'failed') {
    const { kind: _, ...why } = outcome
    return { kind: 'unavailable', ...why }
  }
  if (outcome.kind !== 'answered')
    return {
      kind: 'unavailable',
      reason: 'answer',
      status: outcome.kind === 'tooLarge' ? 413 : outcome.status,
    }
  const result = outcome.results.find((one) => one.id === id)
  if (result?.status === 'rejected') return { kind: 'rejected', issues: result.issues }
  if (result?.order) return { kind: 'ordered', order: result.order }
  return { kind: 'unavailable', reason: 'answer' }
}
