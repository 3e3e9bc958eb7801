import { attribution, entry } from '#web/features/attribution/visit.ts'
import { consent } from '#web/features/consent/visitor-consent.ts'
import { createRunTracker } from './run-tracker.ts'

/**
 * Tracker of this page. It is created even if no funnel is open, because it also sends the events that closed pages
 * have left on the device.
 */
export const runTracker = createRunTracker({ attribution, consent, entry })
