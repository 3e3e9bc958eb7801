import { rowMaker } from '#db/ports/append-rows.ts'
import type { NewEvent, Rejection } from '#db/ports/event-log.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import type { Envelope, WireEvent, WireEventType } from '#domain/events/wire-events.ts'
import { eventPriorities } from '#domain/limits.ts'
import type { CheckedEvent, RejectedEvent } from './check-event.ts'
import { type EventContext, newEventMaker } from './new-event.ts'
import { contentOfRejected } from './rejected-content.ts'

/** A checked event whose result is not known yet. */
export type PendingEvent =
  | {
      kind: 'accepted'
      id: string | null
      type: NewEvent['type']
      /** Only the row is kept until the commit: the event takes more memory. */
      row: NewEventRow
      /** The order that a `complete` places. */
      order?: PlacedOrder
    }
  | {
      kind: 'rejected'
      id: string | null
      type: WireEventType | null
      rejected: RejectedEvent
      /** The part of `rejected` that is stored. */
      rejection: Rejection
    }

/** What the response says about an order. */
export interface PlacedOrder {
  id: string
  funnel: string
  number: string
}

export function toPendingEvents(checked: readonly CheckedEvent[], context: EventContext): PendingEvent[] {
  const { envelope, receivedAt } = context
  const toNewEvent = newEventMaker(context)
  const toRow = rowMaker()
  return checked.map((one, index): PendingEvent => {
    const id = readId(envelope.events[index])
    if (one.ok) {
      const event = toNewEvent(one)
      const order = placedOrder(event)
      return { kind: 'accepted', id, type: event.type, row: toRow(event), ...(order && { order }) }
    }
    const rejection = withContent(rejectionOf(one, receivedAt), one, context)
    return { kind: 'rejected', id, type: one.type, rejected: one, rejection }
  })
}

/** Returns the order of a `complete`; undefined for all other events. */
export function placedOrder(event: NewEvent | undefined): PlacedOrder | undefined {
  if (event?.type !== 'complete') return undefined
  return { id: event.id, funnel: event.funnel, number: event.data.orderNumber }
}

/** Returns whether the events of a request must be committed at once instead of waiting for other requests. */
export function isUrgent({ final }: Envelope, events: readonly NewEventRow[]): boolean {
  return final === true || events.some(({ type }) => eventPriorities[type as WireEventType] === 'high')
}

/** Returns the id as the client sent it, cut to 64 characters, so that the client can match the result to its event. */
function readId(raw: unknown): string | null {
  const id = typeof raw === 'object' && raw !== null && 'id' in raw ? raw.id : undefined
  return typeof id === 'string' ? id.slice(0, 64) : null
}

function withContent(rejection: Rejection, rejected: RejectedEvent, context: EventContext): Rejection {
  const content = contentOfRejected(rejected, context)
  return content ? { ...rejection, content } : rejection
}

/** Maximum number of issues stored for one rejected event. */
const maxIssues = 10
const fieldName = /^(form|data\.fields|data\.fieldTimes|data\.field)\.[A-Za-z][A-Za-z0-9]{0,40}$/

const nameOf = (path: string, other: string) => (fieldName.test(path) ? path : other)

/** Returns the name that the client sent at the path, which leads to an entry of a list or to `data.field`. */
function unknownName(path: string, event: WireEvent | undefined): string | undefined {
  const index = Number(path.split('.')[2])
  if (event?.type === 'invalid') return event.data.fields[index]?.field
  if (event?.type !== 'step' && event?.type !== 'abandon') return undefined
  if (path === 'data.field') return event.type === 'abandon' ? event.data.field : undefined
  return event.data.fieldTimes?.[index]?.field
}

/**
 * Returns the part of a rejected event that is stored in any case: which check failed and where. Text sent by the client
 * is not stored, except for names that look like field names.
 */
function rejectionOf({ type, funnel, issues, event }: RejectedEvent, receivedAt: number): Rejection {
  const kept = issues.slice(0, maxIssues).map(({ path, code, sha256 }) => {
    // The names of texts are chosen by the client, unless the service knows the text.
    if (path.startsWith('data.texts.') && sha256 === undefined) return { path: 'data.texts', code }
    if (code === 'unknown_form_field') return { path: nameOf(path, 'form'), code }
    if (code === 'unknown_field') {
      const list = path.split('.').slice(0, 2).join('.')
      return { path: nameOf(`${list}.${unknownName(path, event)}`, list), code }
    }
    return { path, code }
  })
  return { receivedAt, type, funnel, issues: kept }
}
