import { type ProviderText, providerText } from '#domain/site/provider-text.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

let pending: Promise<ProviderText> | undefined

/** Returns the provider data for the legal pages. If the data cannot be loaded, it consists of placeholders. */
export function loadProviderText(): Promise<ProviderText> {
  pending ??= siteSettings().then(({ provider }) => providerText(provider))
  return pending
}
