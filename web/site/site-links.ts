import { internalQuery } from '#domain/links/internal-link.ts'
import type { Service } from './content/services.ts'

/** The way in, for whoever has still to choose; `search` is the query of the page that the link stands on. */
export function startLink(search: string): string {
  const link = { campaign: 'funnel-start', content: 'auswahl', term: 'step-0' }
  return `/rundfunkbeitrag-auswahl${internalQuery(search, link)}`
}

/** The first step of a service's funnel. */
export function serviceLink({ id, route }: Service, search: string): string {
  const link = { campaign: id, content: 'persoenliche-daten', term: 'step-1' }
  return `${route}/persoenliche-daten${internalQuery(search, link)}`
}
