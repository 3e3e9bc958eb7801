import type { EnvelopeInput, WireEventInput, WireEventType } from '#domain/events.ts'

export type WireContext = EnvelopeInput['context']

type Undated<Event> = Event extends unknown ? Omit<Event, 'id' | 'occurredAt'> : never

/** What the page knows of an event; the tracker adds id and time. `complete` has its own way, see `sendComplete`. */
export type TrackedEvent = Undated<Exclude<WireEventInput, { type: 'complete' }>>

/** A copy of the domain's own table, because importing that value brings the schema library along; a test compares them. */
export const priorities: Record<WireEventType, 'high' | 'medium' | 'low'> = {
  start: 'high',
  step: 'medium',
  invalid: 'low',
  email: 'high',
  abandon: 'medium',
  complete: 'high',
}
