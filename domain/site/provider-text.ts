import type { Provider } from './site-settings.ts'

/** Data about the site's operator as shown on pages, with placeholders for missing values. */
export type ProviderText = Record<keyof Provider, string>

/** Placeholders for values that are not configured; they cannot be mistaken for real data. */
export const providerPlaceholders: ProviderText = {
  name: '[Firma mit Rechtsform, UG (haftungsbeschränkt) – bitte eintragen]',
  street: '[Straße und Hausnummer – bitte eintragen]',
  city: '[Postleitzahl und Ort – bitte eintragen]',
  representative: '[Geschäftsführung – bitte eintragen]',
  register: '[Registergericht und HRB-Nummer – bitte eintragen]',
  taxId: '[Umsatzsteuer-Identifikationsnummer oder Steuernummer – bitte eintragen]',
  email: '[E-Mail-Adresse – bitte eintragen]',
}

/** Returns whether a text is a placeholder, which pages highlight. */
export const isPlaceholder = (text: string) => text.startsWith('[')

/** Returns the configured data about the site's operator, with placeholders for missing values. */
export function providerText(provider: Provider): ProviderText {
  const configured = Object.entries(provider).filter(([, value]) => value !== null)
  return { ...providerPlaceholders, ...Object.fromEntries(configured) }
}
