/** Who runs the site, as the imprint must say (§ 5 DDG). Null where nothing is configured yet. */
export interface Provider {
  name: string | null
  street: string | null
  city: string | null
  representative: string | null
  /** Court and number of the commercial register. */
  register: string | null
  vatId: string | null
  email: string | null
}

/** What the pages must know of how the service is configured. */
export interface SiteSettings {
  provider: Provider
  /** Whether the page offers the VIP service level (DESIGN 10.3). The API takes it either way. */
  vip: boolean
  /** Whether there is an analytics service, so that page views are worth sending (with consent only). */
  analytics: boolean
}

/** The service answers `SiteSettings` here as JSON. */
export const siteSettingsPath = '/api/site'

/** Of a service whose operator said nothing, and of one that cannot be asked. */
export const plainSite: SiteSettings = {
  provider: {
    name: null,
    street: null,
    city: null,
    representative: null,
    register: null,
    vatId: null,
    email: null,
  },
  vip: false,
  analytics: false,
}
