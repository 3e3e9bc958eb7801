import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { contentOf } from '#domain/log/event-content.ts'
import type { AcceptedEvent } from './check-event.ts'

/**
 * Returns the key for fingerprints. It is derived from the key that encrypts personal data, so that fingerprints in the
 * log reveal nothing about that key.
 */
export function fingerprintKey(piiKey: Uint8Array): KeyObject {
  // A key object is used, because each HMAC takes seven times as long with raw bytes (20 µs instead of 3 µs).
  return createSecretKey(Buffer.from(hkdfSync('sha256', piiKey, '', 'formlotse event fingerprint', 32)))
}

/**
 * Returns the fingerprint of an event: a keyed hash of its content. If it were a plain hash, anyone with the log could
 * find the values of a form by hashing guesses.
 */
export function fingerprint(key: KeyObject | Uint8Array, { event, funnel, answers }: AcceptedEvent): string {
  const hmac = createHmac('sha256', key)
    .update(contentOf(event, { funnel, values: answers }))
    .digest('hex')
  // The fingerprint starts with the time from the id of the run. Fingerprints of one run are therefore stored next to
  // each other, and those of new runs at the end, so a commit writes few pages. 128 bits of the hash are enough (RFC
  // 2104, section 5).
  return event.runId.slice(0, 13) + hmac.slice(0, 32)
}
