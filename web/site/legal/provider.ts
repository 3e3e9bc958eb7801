import type { Provider } from '#domain/site-settings.ts'
import { siteSettings } from '#web/settings/site-settings.ts'
import { supportEmail } from '#web/site/content/claims.ts'

/** What stands where nothing is configured; nobody can take it for real data. */
const placeholders: Record<keyof Provider, string> = {
  name: '[Firma mit Rechtsform, UG (haftungsbeschränkt) – bitte eintragen]',
  street: '[Straße und Hausnummer – bitte eintragen]',
  city: '[Postleitzahl und Ort – bitte eintragen]',
  representative: '[Geschäftsführung – bitte eintragen]',
  register: '[Registergericht und HRB-Nummer – bitte eintragen]',
  vatId: '[Umsatzsteuer-Identifikationsnummer – bitte eintragen]',
  email: supportEmail,
}

export type ProviderText = Record<keyof Provider, string>

let asked: Promise<ProviderText> | undefined

/** What a legal page shows of the provider, asked once. The texts are there also while the service cannot be asked. */
export function providerText(): Promise<ProviderText> {
  asked ??= siteSettings().then(({ provider }) => ({ ...placeholders, ...given(provider) }))
  return asked
}

function given(provider: Provider): Partial<ProviderText> {
  return Object.fromEntries(Object.entries(provider).filter(([, value]) => value !== null))
}
