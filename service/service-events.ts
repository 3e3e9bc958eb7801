import { v5 as uuidv5 } from 'uuid'
import type { NewEvent } from '#db/event-log.ts'
import type { ServiceEventType, StoredEvent, StoredEventOf } from '#domain/stored-event.ts'

/** Namespace of the ids that the service gives its own events; fixed for ever. */
const namespace = 'b7a1c0de-5e1f-4c0a-9f6e-0d4f1e8a2c55'

/** The same subject always gets the same id, so that an event of the service is appended once, also by two replicas. */
export function serviceEventId(type: ServiceEventType, subject: string): string {
  return uuidv5(`${type}:${subject}`, namespace)
}

/**
 * An event of the service itself about a run, for example `paid` with the order id as `subject`.
 * Run, session and device are those of `last`, an event of the run.
 */
export function serviceEvent<Type extends ServiceEventType>(
  type: Type,
  subject: string,
  data: StoredEventOf<Type>['data'],
  last: StoredEvent,
  now: number,
): NewEvent {
  return {
    id: serviceEventId(type, subject),
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
    meta: { ...last.meta, touches: [] },
  } as NewEvent
}
