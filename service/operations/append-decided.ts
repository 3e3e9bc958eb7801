import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import { Problem, unavailable } from '#service/http/errors.ts'

/** How often a request is decided again because another one stored events of the same names meanwhile. */
const maxAttempts = 5

/**
 * Appends the events that `decide` returns, all or none. If one of their once keys is taken meanwhile, decides again.
 * `position` is null if there was nothing to append. `what` names the events in the problem of a request that was
 * overtaken again and again.
 */
export async function appendDecided<Decision extends { events: readonly NewOperationalEvent[] }>(
  operations: Pick<OperationalLog, 'appendAll'>,
  what: string,
  decide: () => Promise<Decision>,
): Promise<{ changes: Decision; position: number | null }> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const changes = await decide()
    if (changes.events.length === 0) return { changes, position: null }
    const result = await operations.appendAll(changes.events)
    if (result.status === 'stored') return { changes, position: result.position }
    if (result.status === 'postponed') throw updateInProgress()
  }
  throw unavailable(`Other requests are recording ${what}.`)
}

/** Returns the problem of a request that was not stored because a process of an earlier version is connected. */
export function updateInProgress(): Problem {
  return new Problem({
    status: 503,
    type: 'update-in-progress',
    title: 'The service is being updated',
    detail: 'A process of an earlier version is still running. Repeat the request when it has ended.',
    retryAfter: 30,
  })
}
