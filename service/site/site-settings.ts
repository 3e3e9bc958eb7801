import type { SiteSettings } from '#domain/site/site-settings.ts'
import type { Env } from '#service/config/env.ts'
import { retentionOf } from '#service/privacy/retention-settings.ts'

/** Returns the settings that the pages need. These settings are public. */
export function siteSettingsOf(env: Env): SiteSettings {
  return {
    provider: {
      name: env.PROVIDER_NAME ?? null,
      street: env.PROVIDER_STREET ?? null,
      city: env.PROVIDER_CITY ?? null,
      representative: env.PROVIDER_REPRESENTATIVE ?? null,
      register: env.PROVIDER_REGISTER ?? null,
      taxId: taxIdOf(env),
      email: env.PROVIDER_EMAIL ?? env.SUPPORT_EMAIL ?? null,
    },
    vip: env.VIP,
    analytics: env.ANALYTICS_URL !== undefined,
    retention: retentionOf(env),
  }
}

function taxIdOf({ PROVIDER_VAT_ID, PROVIDER_TAX_NUMBER }: Env): string | null {
  if (PROVIDER_VAT_ID !== undefined)
    return `Umsatzsteuer-Identifikationsnummer nach §\u00a027a UStG: ${PROVIDER_VAT_ID}`
  return PROVIDER_TAX_NUMBER === undefined ? null : `Steuernummer: ${PROVIDER_TAX_NUMBER}`
}
