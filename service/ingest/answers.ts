import type { Appended, NewEvent } from '#db/event-log.ts'
import type { Store } from '#db/store.ts'
import type { EventResult } from '#domain/events.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import type { RejectedEvent } from './check-event.ts'
import { orderKey } from './new-event.ts'

type WithoutId<Result> = Result extends unknown ? Omit<Result, 'id'> : never
export type Answer = WithoutId<EventResult>

/** Enough for every field of a funnel; thousands of unknown ones must not make an answer larger than its request. */
const mostIssues = 100

type Log = Pick<Store, 'log'>

/** What is kept of an event until its commit: no more than its answer needs. */
export type Asked =
  | { id: string | null; type: NewEvent['type']; order: NewEvent | undefined }
  | { id: string | null; type: RejectedEvent['type']; rejected: RejectedEvent }

export function toAccepted(id: string | null, event: NewEvent): Asked {
  return { id, type: event.type, order: event.type === 'complete' ? event : undefined }
}

/** The answer to a `complete` that was appended: with it goes the order of its run. */
export async function answerOrder({ log }: Log, order: NewEvent, appended: Appended): Promise<Answer> {
  const taken = appended.status === 'stored' ? order : await log.find({ once: orderKey(order.runId) })
  return { ...appended, ...withOrder(taken) }
}

/**
 * A `complete` that is stored already stays a duplicate when its answer got lost and the rules have moved on
 * meanwhile, for example over midnight: the visitor has ordered and must not read the opposite.
 */
export async function answerRejected({ log }: Log, { event, issues }: RejectedEvent): Promise<Answer> {
  if (event?.type === 'complete') {
    const taken = await log.find({ once: orderKey(event.runId) })
    if (taken) return { status: 'duplicate', position: taken.position, ...withOrder(taken) }
  }
  const told = issues.slice(0, mostIssues).map(({ path, message }) => ({ path, message }))
  return { status: 'rejected', issues: told }
}

function withOrder(event: NewEvent | StoredEvent | undefined) {
  if (event?.type !== 'complete') return {}
  const checkoutUrl = `/checkout/${encodeURIComponent(event.funnel)}?order=${event.id}`
  return { order: { id: event.id, number: event.data.orderNumber, checkoutUrl } }
}
