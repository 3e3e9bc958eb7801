import { adPlatformsOfPage } from '#web/features/settings/ad-platforms.ts'
import { consentKey, createConsent } from './consent.ts'

/**
 * Consent of the current visitor. Storage is passed as a function, because accessing `localStorage` throws an error if
 * storage is blocked.
 */
export const consent = createConsent(() => localStorage, Date.now, adPlatformsOfPage)

// `window` does not exist at build time. `key` is null if another tab has cleared the whole storage.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === consentKey || key === null) consent.reread()
  })
