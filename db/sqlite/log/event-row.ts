import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'

/** An event row as read from the database. Its JSON columns stay text until the main thread parses them. */
export type EventRow = Omit<NewEventRow, 'bot' | 'personal' | 'email' | 'fingerprint' | 'once'> & {
  position: number
}

/**
 * The values of an event row, in the order of `eventColumns`. Events are read in this form, because sending it to the main
 * thread takes a third of the time of an object.
 */
export type EventValues = [
  position: number,
  id: string,
  type: EventRow['type'],
  funnel: string,
  funnelVersion: number,
  runId: string,
  sessionId: string,
  step: number,
  occurredAt: number,
  sentAt: number,
  receivedAt: number,
  at: number,
  data: string,
  facts: string,
  meta: string,
]

export function toEvent(row: EventRow): StoredEvent {
  return {
    ...row,
    data: JSON.parse(row.data),
    facts: JSON.parse(row.facts),
    meta: JSON.parse(row.meta),
  } as StoredEvent
}

export function valuesToEvent(values: EventValues): StoredEvent {
  return {
    position: values[0],
    id: values[1],
    type: values[2],
    funnel: values[3],
    funnelVersion: values[4],
    runId: values[5],
    sessionId: values[6],
    step: values[7],
    occurredAt: values[8],
    sentAt: values[9],
    receivedAt: values[10],
    at: values[11],
    data: JSON.parse(values[12]),
    facts: JSON.parse(values[13]),
    meta: JSON.parse(values[14]),
  } as StoredEvent
}
