import type { Provider } from './site-settings.ts'

/** What pages show of the provider: always something. */
export type ProviderText = Record<keyof Provider, string>

/** What stands where nothing is configured; nobody can take it for real data. */
export const providerPlaceholders: ProviderText = {
  name: '[Firma mit Rechtsform, UG (haftungsbeschränkt) – bitte eintragen]',
  street: '[Straße und Hausnummer – bitte eintragen]',
  city: '[Postleitzahl und Ort – bitte eintragen]',
  representative: '[Geschäftsführung – bitte eintragen]',
  register: '[Registergericht und HRB-Nummer – bitte eintragen]',
  vatId: '[Umsatzsteuer-Identifikationsnummer – bitte eintragen]',
  email: '[E-Mail-Adresse – bitte eintragen]',
}

/** Whether this is a placeholder, so that it is marked as one. */
export const isPlaceholder = (text: string) => text.startsWith('[')

/** The configured provider, with placeholders for the rest. */
export function providerText(provider: Provider): ProviderText {
  const given = Object.entries(provider).filter(([, value]) => value !== null)
  return { ...providerPlaceholders, ...Object.fromEntries(given) }
}
