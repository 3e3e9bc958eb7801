import { consentKey, createConsent } from './consent.ts'

/** Consent of the current visitor. Accesses storage lazily, because `localStorage` throws if it is blocked. */
export const consent = createConsent(() => localStorage, Date.now)

// `window` does not exist while prerendering. The key is null if another tab cleared the whole storage.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === consentKey || key === null) consent.reread()
  })
