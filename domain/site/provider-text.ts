import type { Provider } from './site-settings.ts'

/** Data about the site's operator as shown on pages, with placeholders for missing values. */
export type ProviderText = Record<keyof Provider, string>

/** Placeholders for values that are not configured; they cannot be mistaken for real data. */
export const providerPlaceholders: ProviderText = {
  name: '[Firma mit Rechtsform]',
  street: '[Straße und Hausnummer]',
  city: '[Postleitzahl und Ort]',
  representative: '[Geschäftsführung]',
  register: '[Registergericht und HRB-Nummer]',
  taxId: '[USt-IdNr. oder Steuernummer]',
  email: '[E-Mail-Adresse]',
}

/** Returns whether a text is a placeholder, which pages highlight. */
export const isPlaceholder = (text: string) => text.startsWith('[')

/** Returns the configured data about the site's operator, with placeholders for missing values. */
export function providerText(provider: Provider): ProviderText {
  const configured = Object.entries(provider).filter(([, value]) => value !== null)
  return { ...providerPlaceholders, ...Object.fromEntries(configured) }
}

/** Returns the seat of the company: the town of a line with postal code and town. A placeholder is returned unchanged. */
export function seatOf(city: string): string {
  return city.replace(/^\d{5}\s+/, '')
}
