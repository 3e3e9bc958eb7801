import { type ProviderText, providerText } from '#domain/site/provider-text.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

let pending: Promise<ProviderText> | undefined

/** Fetches the provider data for the legal pages once. If that fails, the pages keep their placeholders. */
export function loadProviderText(): Promise<ProviderText> {
  pending ??= siteSettings().then(({ provider }) => providerText(provider))
  return pending
}
