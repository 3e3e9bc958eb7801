import type { TrackingParameter, WireTouch } from '#domain/events/wire-events.ts'
import { isOurCampaign } from '#domain/site/links/internal-link.ts'

// This is a copy of a list in `domain/`. Importing the original would make the first page load the whole event schema.
// The type keeps both lists equal.
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
 * Returns the campaign touch in the URL of the entry page, or undefined. This function does not store the touch,
 * because nothing about campaigns may be stored on the device without marketing consent. After a reload, the URL may
 * contain the `utm_` parameters of a link within the site. These are ignored.
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
