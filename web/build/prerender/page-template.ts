/**
 * Placeholder for the public URL, which is unknown at build time. The service replaces it and `templateQuery`
 * (`service/site/fill-page.ts`).
 */
export const templateOrigin = 'https://site.invalid'

/** Marks the links that pass on a campaign, so that the service can find them. */
export const templateQuery = '?gclid=CARRIED'
