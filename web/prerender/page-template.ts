/**
 * What the pages are built for in place of the address that the service will have: it puts its own there
 * (`service/site/fill-page.ts`), as it does with the links that carry `templateQuery`.
 */
export const templateOrigin = 'https://site.invalid'

/** Carried on by every link that carries a campaign on, so that the service sees which they are. */
export const templateQuery = '?gclid=CARRIED'
