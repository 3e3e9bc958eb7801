import { consent } from '#web/features/consent/visitor-consent.ts'
import { createAttribution } from './attribution.ts'
import { entryReferrer } from './entry-referrer.ts'
import { entryTouch } from './entry-touch.ts'

/** Where the visitor entered the site: the path of the URL before the router redirects, and the host of the referrer. */
export const entry = {
  path: location.pathname,
  referrer: entryReferrer(document.referrer, location.hostname),
}

export const attribution = createAttribution({
  consent,
  storage: { session: () => sessionStorage, lasting: () => localStorage },
  touch: entryTouch(location.search, new Date()),
  now: Date.now,
  newId: newSessionId,
})

/** Returns a random UUID. `crypto.randomUUID` is not available in insecure contexts. */
function newSessionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = 0x40 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
