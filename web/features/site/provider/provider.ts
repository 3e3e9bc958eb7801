import { type ProviderText, providerText } from '#domain/site/provider-text.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'

let asked: Promise<ProviderText> | undefined

/** Fetches the provider data for the legal pages once. If that fails, the pages keep their placeholders. */
export function askProviderText(): Promise<ProviderText> {
  asked ??= siteSettings().then(({ provider }) => providerText(provider))
  return asked
}
