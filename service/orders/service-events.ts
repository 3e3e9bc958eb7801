import { v7 as uuidv7 } from 'uuid'
import type { EventLog, NewEvent } from '#db/ports/event-log.ts'
import { orderChanges } from '#domain/orders/evolve-order.ts'
import type { ServiceEventType, StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'

/**
 * Returns the once key of a service event. Only one event is stored per key, even if two processes append at the same
 * time. Clients cannot set once keys, so they cannot use up a key in advance.
 * `cause` begins with the id of the run or order: it is `<run id>:<position>` for `lapsed` and `<order id>:<number>`
 * for an event of an order. All events that change an order are numbered in one sequence, whatever their type. If two
 * commands are decided on the same state of an order, their events therefore have the same key, and only one is stored.
 */
export function onceKey(type: ServiceEventType, cause: string): string {
  return `${orderChanges.has(type) ? 'order-change' : type}:${cause}`
}

/**
 * Returns an event that the service itself appends to a run, stored once per `cause` (see `onceKey`). Run, session and
 * device are copied from `last`, an event of the run. `now` is in ms since the epoch.
 */
export function serviceEvent<Type extends ServiceEventType>(
  type: Type,
  cause: string,
  data: StoredEventOf<Type>['data'],
  last: StoredEvent,
  now: number,
): NewEvent {
  const { replayed: _, ...meta } = last.meta
  return {
    id: uuidv7(),
    once: onceKey(type, cause),
    type,
    funnel: last.funnel,
    funnelVersion: last.funnelVersion,
    runId: last.runId,
    sessionId: last.sessionId,
    step: last.step,
    occurredAt: now,
    sentAt: now,
    receivedAt: now,
    at: now,
    data,
    facts: {},
    meta: { ...meta, touches: [] },
  } as NewEvent
}

/**
 * Appends service events. Returns the position of each event and whether this call stored it. If not, the position is
 * that of the stored event with the same once key. `number` is the number that an event with a `numbering` was given.
 */
export async function appendServiceEvents(
  log: Pick<EventLog, 'append'>,
  events: NewEvent[],
): Promise<{ position: number; stored: boolean; number?: string }[]> {
  const appended = await log.append({ events })
  return appended.map((one) => {
    if (one.status === 'rejected') throw new Error(`a service event was rejected: ${one.code}`)
    if (one.status === 'duplicate') return { position: one.position, stored: false }
    const { position, number } = one
    return { position, stored: true, ...(number !== undefined && { number }) }
  })
}

/**
 * Thrown if a service event was not stored because it is a duplicate, but the log does not contain the change that the
 * event reports. The caller must not report success.
 */
export class LostServiceEvent extends Error {
  constructor(type: ServiceEventType, cause: string, position: number) {
    super(`${type} for ${cause} is a duplicate of position ${position}, which does not record it`)
  }
}
