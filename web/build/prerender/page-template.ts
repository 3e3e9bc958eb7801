/**
 * Placeholder for the public URL, which is unknown at build time. The service replaces this placeholder and
 * `templateQuery` with the actual values when it serves a page (`service/site/fill-page.ts`).
 */
export const templateOrigin = 'https://site.invalid'

/** Marks the links that pass on a campaign, so that the service can find them. */
export const templateQuery = '?gclid=CARRIED'
