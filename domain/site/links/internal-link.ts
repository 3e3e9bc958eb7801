import { keptQuery } from './kept-query.ts'

/** Campaign values of a link from one page of this site to another. */
export interface InternalLink {
  campaign: string
  content: string
  term: string
}

const ours = { utm_source: 'internal', utm_medium: 'funnel' }

/** Returns whether the utm_* parameters of this query come from a link on another page of this site. */
export function isOurCampaign(query: URLSearchParams): boolean {
  return Object.entries(ours).every(([name, value]) => query.get(name) === value)
}

/**
 * Returns the query (`?…`) of a link from one page of this site to another. It contains the parameters that `keptQuery`
 * keeps. The campaign parameters are set to the values of this link, unless the page was opened with an external
 * campaign. An external campaign stays unchanged, even if parameters are missing, because a mixture of two campaigns
 * would be counted wrongly after a reload.
 */
export function internalQuery(search: string, { campaign, content, term }: InternalLink): string {
  const kept = new URLSearchParams(keptQuery(search))
  const named = [...kept.keys()].some((name) => name.startsWith('utm_'))
  if (named && !isOurCampaign(kept)) return `?${kept}`
  const clickIds = [...kept].filter(([name]) => !name.startsWith('utm_'))
  const defaults = { ...ours, utm_campaign: campaign, utm_content: content, utm_term: term }
  return `?${new URLSearchParams([...Object.entries(defaults), ...clickIds])}`
}
