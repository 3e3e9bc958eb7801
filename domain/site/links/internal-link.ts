import { keptQuery } from './kept-query.ts'

/** Campaign values of a link between our pages. */
export interface InternalLink {
  campaign: string
  content: string
  term: string
}

const ours = { utm_source: 'internal', utm_medium: 'funnel' }

/** Returns whether the utm_* parameters of this query come from a link between our pages. */
export function isOurCampaign(query: URLSearchParams): boolean {
  return Object.entries(ours).every(([name, value]) => query.get(name) === value)
}

/**
 * Returns the query (`?…`) of a link between our pages. It contains the parameters that `keptQuery` keeps. Unless the
 * visitor has a campaign from elsewhere, the campaign is set to the values of this link. A campaign from elsewhere is
 * not completed, because a mixture would be counted wrongly after a reload.
 */
export function internalQuery(search: string, { campaign, content, term }: InternalLink): string {
  const kept = new URLSearchParams(keptQuery(search))
  const named = [...kept.keys()].some((name) => name.startsWith('utm_'))
  if (named && !isOurCampaign(kept)) return `?${kept}`
  const clickIds = [...kept].filter(([name]) => !name.startsWith('utm_'))
  const defaults = { ...ours, utm_campaign: campaign, utm_content: content, utm_term: term }
  return `?${new URLSearchParams([...Object.entries(defaults), ...clickIds])}`
}
