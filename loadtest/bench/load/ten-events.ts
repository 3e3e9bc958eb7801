import { randomBytes } from 'node:crypto'
import type { NewEvent } from '#db/ports/event-log.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { checkEvent } from '#service/ingest/check-event.ts'
import { fingerprintKey } from '#service/ingest/fingerprint.ts'
import { newEventMaker } from '#service/ingest/new-event.ts'
import { readEnvelope } from '#service/ingest/read-envelope.ts'
import { readUserAgent } from '#service/http/read-user-agent.ts'
import type { World } from '#loadtest/journey/world.ts'
import { bodiesOf } from './mixes.ts'

const newOrderNumber = () => 'FL-0123456789'

/**
 * Returns the events of `posts` requests with ten events each, in the form in which the service passes them to its
 * store.
 */
export function tenEventPosts(posts: number, world: World): NewEvent[] {
  const bodies = bodiesOf('ten', world)
  const key = fingerprintKey(randomBytes(32))
  const userAgent = readUserAgent('Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile')
  return Array.from({ length: posts }, () => {
    const receivedAt = world.now()
    const envelope = readEnvelope(bodies.next().value)
    const accepted = envelope.events
      .map((raw) => checkEvent(raw, berlinDate(receivedAt)))
      .filter((checked) => checked.ok)
    return accepted.map(
      newEventMaker({ envelope, receivedAt, userAgent, fingerprintKey: key, newOrderNumber }),
    )
  }).flat()
}
