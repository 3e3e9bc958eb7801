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

/** The service answers a `Provider` here as JSON. */
export const providerPath = '/api/provider'
