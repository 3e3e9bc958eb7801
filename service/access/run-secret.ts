import { createHash, timingSafeEqual } from 'node:crypto'
import { validate } from 'uuid'
import type { EventLog } from '#db/ports/event-log.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'

/**
 * Returns the first `start` event of a run if it contains the SHA-256 of the given secret (hex or base64url), and
 * otherwise undefined. Later `start` events are ignored, because anyone who learns the run's id can send one. Without a
 * secret, the log is not read.
 */
export async function startOfOwner(
  log: Pick<EventLog, 'firstStart'>,
  runId: string | undefined,
  secret: string | undefined,
): Promise<StoredEventOf<'start'> | undefined> {
  if (!secret || !validate(runId)) return undefined
  const start = await log.firstStart(runId!.toLowerCase())
  return start && isHashOfSecret(hashSecret(secret), [start]) ? start : undefined
}

/** Returns the SHA-256 of a secret in hex. The hash can be stored, and checked later with `isHashOfSecret`. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/**
 * Returns whether a hash (see `hashSecret`) matches the secret of the run that the events belong to. The events must
 * include the first `start` of the run.
 */
export function isHashOfSecret(hash: string, events: readonly StoredEvent[]): boolean {
  const start = events.find((event) => event.type === 'start')
  if (start?.type !== 'start') return false
  const { secretHash } = start.data
  const expected = Buffer.from(secretHash, secretHash.length === 64 ? 'hex' : 'base64url')
  const given = Buffer.from(hash, 'hex')
  return expected.length === given.length && timingSafeEqual(expected, given)
}
