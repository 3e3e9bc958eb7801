import type { OperationalResult } from '#db/ports/operational-log.ts'
import { Problem } from './errors.ts'

/** Returns the 503 problem of a request that stores an operational event during an update of the service. */
function updateInProgress(): Problem {
  return new Problem({
    status: 503,
    type: 'update-in-progress',
    title: 'The service is being updated',
    detail: 'A process of an earlier version is still running. Repeat the request when it has ended.',
    retryAfter: 30,
  })
}

/** Returns the result of an append. Throws `updateInProgress` if it was postponed. */
export function wasStored(result: OperationalResult): Exclude<OperationalResult, { status: 'postponed' }> {
  if (result.status === 'postponed') throw updateInProgress()
  return result
}
