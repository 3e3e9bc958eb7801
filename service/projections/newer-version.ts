import type { Generation } from '#db/ports/projection-store.ts'
import { StoreRefused } from '#db/ports/store.ts'
import { type StoredEvent, serviceEventTypes } from '#domain/events/stored-event.ts'
import { eventSchemas } from '#domain/events/wire-events.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'

const knownTypes: ReadonlySet<string> = new Set([...Object.keys(eventSchemas), ...serviceEventTypes])

/**
 * Returns the events before the first one that only a newer version of the software knows. Such events are in the log while
 * processes are upgraded one after the other. Throws `StoreRefused` if the first event is one: the projections then wait
 * for a process of that version, because leaving out the event would make the figures wrong.
 */
export function beforeNewerEvents(events: readonly StoredEvent[]): readonly StoredEvent[] {
  const index = events.findIndex(({ type }) => !knownTypes.has(type))
  if (index === -1) return events
  if (index > 0) return events.slice(0, index)
  const { position, type } = events[0]!
  throw new StoreRefused(
    `the event at position ${position} has the type ${JSON.stringify(type)}, which a newer version of Formlotse has written: start that version`,
  )
}

/** Throws `StoreRefused` if a newer version of the software has written the rows: this one would misread them. */
export function refuseNewerFormat({ checkpoint, format }: Pick<Generation, 'checkpoint' | 'format'>): void {
  if (checkpoint === 0 || format <= runStateFormat) return
  throw new StoreRefused(
    `the projections have the format ${format}, which a newer version of Formlotse has written, and this version has the format ${runStateFormat}: start a newer version`,
  )
}
