import type { StoredEvent } from '#domain/stored-event.ts'
import type { NewEventRow } from '../append-rows.ts'

/** An event as it is read: its JSON columns stay text until the main thread, which reads them anyway. */
export type EventRow = Omit<NewEventRow, 'bot' | 'personal' | 'email' | 'fingerprint' | 'once'> & {
  position: number
}

export const eventColumns = `position, id, type, funnel, funnel_version AS funnelVersion, run_id AS runId,
  session_id AS sessionId, step, occurred_at AS occurredAt, sent_at AS sentAt, received_at AS receivedAt, at,
  data, facts, meta`

export function toEvent(row: EventRow): StoredEvent {
  return {
    ...row,
    data: JSON.parse(row.data),
    facts: JSON.parse(row.facts),
    meta: JSON.parse(row.meta),
  } as StoredEvent
}
