import type { StoredEvent } from '#domain/events/stored-event.ts'

type JsonColumn = 'data' | 'facts' | 'meta'

/** An event row of a read that returns few events. Its JSON columns stay text until the main thread parses them. */
export type EventRow = Omit<StoredEvent, JsonColumn> & Record<JsonColumn, string>

/**
 * The values of an event row, in the order of `eventColumns`. Reads that return many events use this form, because sending
 * an array to the main thread takes a third of the time that an object with names takes.
 */
export type EventValues = [
  position: number,
  id: string,
  type: StoredEvent['type'],
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
  }
}

export function valuesToEvent([
  position,
  id,
  type,
  funnel,
  funnelVersion,
  runId,
  sessionId,
  step,
  occurredAt,
  sentAt,
  receivedAt,
  at,
  data,
  facts,
  meta,
]: EventValues): StoredEvent {
  return {
    position,
    id,
    type,
    funnel,
    funnelVersion,
    runId,
    sessionId,
    step,
    occurredAt,
    sentAt,
    receivedAt,
    at,
    data: JSON.parse(data),
    facts: JSON.parse(facts),
    meta: JSON.parse(meta),
  }
}
