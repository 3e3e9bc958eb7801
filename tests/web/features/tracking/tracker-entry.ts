import { sendComplete } from '#web/features/tracking/complete.ts'
import { watchDepartures } from '#web/features/tracking/departures.ts'
import { watchFields } from '#web/features/tracking/field-times.ts'
import { newEventId } from '#web/features/tracking/event-id.ts'
import { createTracker } from '#web/features/tracking/tracker.ts'

/** Parts of the tracker that the site uses. They are bundled for the size test and the browser tests. */
export const tracking = { createTracker, newEventId, sendComplete, watchDepartures, watchFields }
Object.assign(globalThis, { tracking })
