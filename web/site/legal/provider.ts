import { type ProviderText, providerText } from '#domain/provider-text.ts'
import { siteSettings } from '#web/settings/site-settings.ts'

let asked: Promise<ProviderText> | undefined

/** What a legal page shows of the provider, asked once. The texts are there also while the service cannot be asked. */
export function askProviderText(): Promise<ProviderText> {
  asked ??= siteSettings().then(({ provider }) => providerText(provider))
  return asked
}
