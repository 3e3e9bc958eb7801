import { attribution, entryPath } from '#web/features/attribution/visit.ts'
import { consent } from '#web/features/consent/visitor-consent.ts'
import { createRunTracker } from './run-tracker.ts'

/** Tracker of this page. Needed even if no funnel is open, because it also sends pending events of earlier pages. */
export const runTracker = createRunTracker({ attribution, consent, entryPath })
