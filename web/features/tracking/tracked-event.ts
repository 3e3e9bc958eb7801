import type { EnvelopeInput, WireEventInput } from '#domain/events/wire-events.ts'

export type WireContext = EnvelopeInput['context']

type Undated<Event> = Event extends unknown ? Omit<Event, 'id' | 'occurredAt'> : never

/**
 * Event before the tracker adds its id and time. Events of type `complete` are not tracked, but sent with
 * `sendComplete`.
 */
export type TrackedEvent = Undated<Exclude<WireEventInput, { type: 'complete' }>>
