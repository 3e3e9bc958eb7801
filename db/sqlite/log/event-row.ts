import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'

/** An event row as read from the database. Its JSON columns stay text until the main thread parses them. */
export type EventRow = Omit<NewEventRow, 'bot' | 'personal' | 'email' | 'fingerprint' | 'once'> & {
  position: number
}

export function toEvent(row: EventRow): StoredEvent {
  return {
    ...row,
    data: JSON.parse(row.data),
    facts: JSON.parse(row.facts),
    meta: JSON.parse(row.meta),
  } as StoredEvent
}
