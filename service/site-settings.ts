import type { SiteSettings } from '#domain/site-settings.ts'
import type { Env } from './env.ts'

/** What the pages are told of the configuration. Everybody can read it. */
export function siteSettingsOf(env: Env): SiteSettings {
  return {
    provider: {
      name: env.PROVIDER_NAME ?? null,
      street: env.PROVIDER_STREET ?? null,
      city: env.PROVIDER_CITY ?? null,
      representative: env.PROVIDER_REPRESENTATIVE ?? null,
      register: env.PROVIDER_REGISTER ?? null,
      vatId: env.PROVIDER_VAT_ID ?? null,
      email: env.PROVIDER_EMAIL ?? env.SUPPORT_EMAIL ?? null,
    },
    vip: env.VIP,
    analytics: env.ANALYTICS_URL !== undefined,
  }
}
