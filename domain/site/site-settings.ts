import { type Retention, defaultPeriods } from '#domain/retention/default-periods.ts'

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
  /** True if an analytics service is configured. Otherwise pages send no page views. */
  analytics: boolean
  /** Retention periods, for the privacy page and for texts about an order. */
  retention: Retention
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
  analytics: false,
  retention: defaultPeriods,
}
