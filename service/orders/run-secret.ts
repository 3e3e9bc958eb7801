import { createHash, timingSafeEqual } from 'node:crypto'
import type { StoredEvent } from '#domain/stored-event.ts'

/**
 * Whether a text is the secret of a run, whose `start` carries its SHA-256 in hex or base64url (DESIGN 4).
 * Only the first `start` counts: a later one may be anybody's who came to know the run's id.
 */
export function isRunSecret(secret: string | undefined, events: readonly StoredEvent[]): boolean {
  const start = events.find((event) => event.type === 'start')
  if (!secret || start?.type !== 'start') return false
  const { secretHash } = start.data
  const expected = Buffer.from(secretHash, secretHash.length === 64 ? 'hex' : 'base64url')
  const given = createHash('sha256').update(secret).digest()
  return expected.length === given.length && timingSafeEqual(expected, given)
}
