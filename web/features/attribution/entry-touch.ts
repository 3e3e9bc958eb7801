import type { TrackingParameter, WireTouch } from '#domain/events/wire-events.ts'
import { isOurCampaign } from '#domain/site/links/internal-link.ts'

// Importing the domain's list would load the whole event schema with the first page. The type keeps both lists equal.
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
 * Maximum length of a parameter. The service checks for personal data before it truncates to 200 characters, so an
 * e-mail address that starts within these must arrive complete to be detected.
 */
export const maxValue = 500

/**
 * Returns the campaign touch in the URL of the entry page, if any. It is kept in memory only: without marketing consent
 * nothing about campaigns is stored on the device. Parameters of our own links are ignored, also after a reload.
 */
export function entryTouch(search: string, at: Date): WireTouch | undefined {
  const query = new URLSearchParams(search)
  const own = isOurCampaign(query)
  const given = parameters.flatMap((name) => {
    if (own && name.startsWith('utm_')) return []
    const value = query.get(name)?.trim().slice(0, maxValue)
    return value ? [[name, value] as const] : []
  })
  return given.length > 0 ? { at: at.toISOString(), ...Object.fromEntries(given) } : undefined
}
