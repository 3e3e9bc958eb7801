import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import { unavailable } from '#service/http/errors.ts'
import { wasStored } from '#service/http/update-in-progress.ts'

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
    const result = wasStored(await operations.appendAll(changes.events))
    if (result.status === 'stored') return { changes, position: result.position }
  }
  throw unavailable(`Other requests are recording ${what}.`)
}
