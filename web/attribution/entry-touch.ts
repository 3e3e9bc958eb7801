import type { TrackingParameter, WireTouch } from '#domain/events.ts'
import { isOurCampaign } from '#domain/links/internal-link.ts'

// The domain's own list comes with the whole event schema, which the first page need not load; the type keeps them equal.
export const parameters = Object.keys({
  utm_source: true,
  utm_medium: true,
  utm_campaign: true,
  utm_content: true,
  utm_term: true,
  gclid: true,
  fbclid: true,
  msclkid: true,
  ttclid: true,
  twclid: true,
} satisfies Record<TrackingParameter, true>) as TrackingParameter[]

/**
 * The contact with a campaign that the address of the entry page tells of, if any.
 * It is kept in memory only: without marketing consent nothing about campaigns is stored on the device (DESIGN 10.16).
 * What our own links carry is no contact with a campaign, also when such a page is loaded anew.
 */
export function entryTouch(search: string, at: Date): WireTouch | undefined {
  const query = new URLSearchParams(search)
  const own = isOurCampaign(query)
  const given = parameters.flatMap((name) => {
    if (own && name.startsWith('utm_')) return []
    // The contract takes up to 2048 characters and cuts at 200 itself.
    const value = query.get(name)?.trim().slice(0, 200)
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? { at: at.toISOString(), ...Object.fromEntries(given) } : undefined
}
