import { sendComplete } from '#web/tracking/complete.ts'
import { watchDepartures } from '#web/tracking/departures.ts'
import { newEventId } from '#web/tracking/event-id.ts'
import { createTracker } from '#web/tracking/tracker.ts'

/** All that the site uses of the tracker: bundled, measured, and driven in a browser. */
export const tracking = { createTracker, newEventId, sendComplete, watchDepartures }
Object.assign(globalThis, { tracking })
