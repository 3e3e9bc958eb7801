import { version } from 'uuid'
import type { Store } from '#db/ports/store.ts'
import { type StoredEvent, isServiceEvent } from '#domain/events/stored-event.ts'

const maxListed = 1000

/**
 * Lists stored client events whose id is a version 5 UUID. Earlier versions of the service computed such ids for its
 * own events, but accepted any UUID version from clients. A client could therefore compute the id of a payment, a
 * withdrawal or a lapse in advance and send an event with it.
 */
export async function listForgedIds({ log }: Pick<Store, 'log'>): Promise<string> {
  const found: StoredEvent[] = []
  let seen = 0
  for (let after = 0; ;) {
    const events = await log.read(after, 1000)
    const last = events.at(-1)
    if (!last) break
    seen += events.length
    found.push(...events.filter((event) => !isServiceEvent(event) && version(event.id) === 5))
    after = last.position
  }
  if (found.length === 0) return `None of ${seen} events has an id that a client could have forged.`
  const lines = found
    .slice(0, maxListed)
    .map(({ position, runId, type, id }) => `${position}  ${runId}  ${type}  ${id}`)
  const rest = found.length - lines.length
  return [
    `${found.length} of ${seen} events have an id that a client could have forged (position, run, type, id):`,
    ...lines,
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
    'Compare the orders of these runs with the payment provider’s records, and exclude those that are not real.',
  ].join('\n')
}
