import { newEventId } from './event-id.ts'
import type { Entry } from '#web/features/tracking/device/queue.ts'
import type { TrackedEvent, WireContext } from './tracked-event.ts'

/** Returns the queue entry of an event that occurred at `now`. */
export function makeEntry(
  event: TrackedEvent,
  now: number,
  { context, secretFields }: { context: () => WireContext; secretFields: ReadonlySet<string> },
): Entry {
  const id = newEventId()
  const whole = { id, ...event, occurredAt: new Date(now).toISOString() }
  const safe = JSON.stringify(whole, (key, value: unknown) => (secretFields.has(key) ? undefined : value))
  const json = JSON.stringify(whole)
  const around = JSON.stringify(context())
  // An event without a context must not be queued: the service would reject the whole request.
  if (!around) throw new TypeError('context() returned nothing')
  return { id, type: event.type, json, safe, context: around, saved: false }
}
