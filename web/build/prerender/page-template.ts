/**
 * Placeholder for the public URL, which is unknown at build time. When the service serves a page, it replaces this and
 * `templateQuery` with the actual values (`service/site/fill-page.ts`).
 */
export const templateOrigin = 'https://site.invalid'

/** Marks the links that pass on a campaign, so that the service can find them. */
export const templateQuery = '?gclid=CARRIED'
