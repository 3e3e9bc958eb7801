import { keptQuery } from './kept-query.ts'

/** Where a link of our own leads, in the words of a campaign (specification part 1, 4). */
export interface InternalLink {
  campaign: string
  content: string
  term: string
}

const ours = { utm_source: 'internal', utm_medium: 'funnel' }

/** Whether the utm_* of this query were put there by a link of our own. */
export function isOurCampaign(query: URLSearchParams): boolean {
  return Object.entries(ours).every(([name, value]) => query.get(name) === value)
}

/**
 * The query of a link between our pages, `?…`: what `keptQuery` keeps, and our defaults where no campaign is named.
 * A campaign stays as it came: filled up with our words it would be counted wrongly after a reload (DESIGN 10.16).
 */
export function internalQuery(search: string, { campaign, content, term }: InternalLink): string {
  const kept = new URLSearchParams(keptQuery(search))
  const named = [...kept.keys()].some((name) => name.startsWith('utm_'))
  if (named && !isOurCampaign(kept)) return `?${kept}`
  const clickIds = [...kept].filter(([name]) => !name.startsWith('utm_'))
  const defaults = { ...ours, utm_campaign: campaign, utm_content: content, utm_term: term }
  return `?${new URLSearchParams([...Object.entries(defaults), ...clickIds])}`
}
