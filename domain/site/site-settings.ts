import { type Retention, defaultPeriods } from '#domain/retention/default-periods.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import type { ForwardDrafts } from '#domain/outbox/webhook-payload.ts'
import type { Reviews } from './reviews.ts'
import { hourMs } from '#domain/time/durations.ts'

/** Data about the site's operator that the imprint requires (§ 5 DDG). Values that are not configured are null. */
export interface Provider {
  name: string | null
  street: string | null
  city: string | null
  representative: string | null
  /** Court and number of the commercial register. */
  register: string | null
  /** VAT ID or tax number, with its German label. */
  taxId: string | null
  email: string | null
}

/** Settings of the service that the pages need. */
export interface SiteSettings {
  provider: Provider
  /** True if pages offer the VIP service level. The API accepts this level even if pages do not offer it. */
  vip: boolean
  /** Sentence that says what VIP contains; null if VIP is not offered. */
  vipText: string | null
  /** Labels of the means of payment that the external checkout offers. Empty: payments are tests without money. */
  paymentMethods: readonly string[]
  /** Time, in ms, from the payment until the letter is handed over. Until then, the data can be changed. */
  submitAfterMs: number
  /** True if letters are printed and posted by Pingen. Otherwise the site's operator posts them. */
  pingen: boolean
  /** What the webhook gets before an order. Null if no webhook is configured, so nothing is forwarded to one. */
  forwarding: ForwardDrafts | null
  /** True if an analytics service is configured. Otherwise pages send no page views. */
  analytics: boolean
  /** Ad platforms that learn of orders of consenting visitors. */
  conversionFiles: readonly AdPlatform[]
  /** Ratings and testimonials; null: pages show none. */
  reviews: Reviews | null
  /** Retention periods, for the privacy page and for texts about an order. */
  retention: Retention
  /** SHA-256, in hex, of the current versions of the pages that are accepted with an order, by name. */
  texts: Readonly<Record<string, string>>
}

/** Path at which the service returns `SiteSettings` as JSON. */
export const siteSettingsPath = '/api/site'

/** Default settings, which pages also use if the service is not available. */
export const defaultSiteSettings: SiteSettings = {
  provider: {
    name: null,
    street: null,
    city: null,
    representative: null,
    register: null,
    taxId: null,
    email: null,
  },
  vip: false,
  vipText: null,
  paymentMethods: [],
  submitAfterMs: 2 * hourMs,
  pingen: false,
  forwarding: null,
  analytics: false,
  conversionFiles: [],
  reviews: null,
  retention: defaultPeriods,
  texts: {},
}
