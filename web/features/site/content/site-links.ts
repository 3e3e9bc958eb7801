import { internalQuery } from '#domain/site/links/internal-link.ts'
import type { Service } from './services.ts'

/** Returns the link to the selection page; `search` is the query of the current page. */
export function startLink(search: string): string {
  const link = { campaign: 'funnel-start', content: 'auswahl', term: 'step-0' }
  return `/rundfunkbeitrag-auswahl${internalQuery(search, link)}`
}

/** Returns the link to a service's option on the selection page. */
export function selectedLink({ id }: Service, search: string): string {
  return `${startLink(search)}#${id}`
}

/** Returns the link to the first step of a service's funnel. */
export function serviceLink({ id, route }: Service, search: string): string {
  const link = { campaign: id, content: 'persoenliche-daten', term: 'step-1' }
  return `${route}/persoenliche-daten${internalQuery(search, link)}`
}
