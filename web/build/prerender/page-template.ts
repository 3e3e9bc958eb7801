/**
 * Placeholder for the public URL, which is unknown at build time. The service replaces this placeholder and
 * `templateQuery` with the actual values when it serves a page (`service/site/fill-page.ts`).
 */
export const templateOrigin = 'https://site.invalid'

/** Placeholder for the query string of links that pass on the visitor's campaign. */
export const templateQuery = '?gclid=CARRIED'
