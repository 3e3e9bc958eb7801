import { createConsent } from './consent.ts'

/** The consent of whoever is before this page. Blocked storage throws on the mere mention of it, so it is named late. */
export const consent = createConsent(() => localStorage, Date.now)
