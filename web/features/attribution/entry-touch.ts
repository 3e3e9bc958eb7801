import type { TrackingParameter, WireTouch } from '#domain/events/wire-events.ts'
import { isOurCampaign } from '#domain/site/links/internal-link.ts'

// This is a copy of the domain's list, because importing that list would load the whole event schema with the first
// page. The type keeps both lists equal.
export const trackingParameters = Object.keys({
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
 * Maximum length of a parameter. It exceeds the 200 characters that the service stores: the service looks for personal
 * data before it truncates, and it detects an e-mail address only if the address arrives complete.
 */
export const maxParameterLength = 500

/**
 * Returns the campaign touch in the URL of the entry page, if any. It is kept in memory only: without marketing
 * consent, nothing about campaigns is stored on the device. Ignores the `utm_` parameters of our own links. The URL
 * still contains them after a reload.
 */
export function entryTouch(search: string, at: Date): WireTouch | undefined {
  const query = new URLSearchParams(search)
  const own = isOurCampaign(query)
  const given = trackingParameters.flatMap((name) => {
    if (own && name.startsWith('utm_')) return []
    const value = query.get(name)?.trim().slice(0, maxParameterLength)
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? { at: at.toISOString(), ...Object.fromEntries(given) } : undefined
}
