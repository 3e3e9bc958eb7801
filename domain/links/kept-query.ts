/** The part of a query that stays in the address from page to page: utm_*, gclid and fbclid; `''` or `?…`. */
export function keptQuery(search: string): string {
  const kept = [...new URLSearchParams(search)].filter(
    ([name]) => name.startsWith('utm_') || name === 'gclid' || name === 'fbclid',
  )
  return kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
}
