import { attribution, entryPath } from '#web/attribution/visit.ts'
import { createRunTracker } from './run-tracker.ts'

/** The tracker of this page: also where no funnel is open it sends what an earlier page could not. */
export const runTracker = createRunTracker({ attribution, entryPath })
