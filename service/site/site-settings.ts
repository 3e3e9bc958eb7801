import type { SiteSettings } from '#domain/site/site-settings.ts'
import type { Env } from '#service/config/env.ts'
import { retentionOf } from '#service/privacy/retention-settings.ts'

/** Returns the settings that the pages need. These settings are public. `texts` are the hashes of the legal pages. */
export function siteSettingsOf(env: Env, texts: SiteSettings['texts'] = {}): SiteSettings {
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
    vipText: (env.VIP && env.VIP_TEXT) || null,
    paymentMethods: env.CHECKOUT_URL === undefined ? [] : (env.PAYMENT_METHODS ?? []),
    submitAfterMs: env.SUBMIT_AFTER,
    pingen: env.LETTER_URL !== undefined,
    forwarding: env.WEBHOOK_URL === undefined ? null : env.FORWARD_DRAFTS,
    analytics: env.ANALYTICS_URL !== undefined,
    conversionFiles: env.CONVERSION_FILES ?? [],
    reviews: env.REVIEWS_FILE ?? null,
    retention: retentionOf(env),
    texts,
  }
}

function taxIdOf({ PROVIDER_VAT_ID, PROVIDER_TAX_NUMBER }: Env): string | null {
  if (PROVIDER_VAT_ID !== undefined)
    return `Umsatzsteuer-Identifikationsnummer nach §\u00a027a UStG: ${PROVIDER_VAT_ID}`
  return PROVIDER_TAX_NUMBER === undefined ? null : `Steuernummer: ${PROVIDER_TAX_NUMBER}`
}
