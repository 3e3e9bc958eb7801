import { type ProviderText, seatOf } from '#domain/site/provider-text.ts'

/** What all e-mails have in common. */
export interface EmailFrame {
  provider: ProviderText
  /** Public origin of the service, without a trailing slash. */
  publicUrl: string
}

/** Returns the lines of the footer: the provider's details that § 35a GmbHG requires in business letters. */
export function footerLines({ provider }: EmailFrame): string[] {
  return [
    provider.name,
    `${provider.street}, ${provider.city}`,
    `Sitz der Gesellschaft: ${seatOf(provider.city)}`,
    `Geschäftsführung: ${provider.representative}`,
    `Handelsregister: ${provider.register}`,
    provider.taxId,
    `E-Mail: ${provider.email}`,
  ]
}

/** States that the sender is no public authority, as every page does. */
export const independence =
  'Formlotse ist ein unabhängiger, kostenpflichtiger Dienst und mit dem Beitragsservice und den Rundfunkanstalten nicht verbunden.'

export function footerLinks({ publicUrl }: EmailFrame): { label: string; href: string }[] {
  const pages = {
    Kontakt: 'kontakt',
    'Vertrag widerrufen': 'widerruf',
    AGB: 'agb',
    Datenschutz: 'datenschutz',
  }
  return Object.entries(pages).map(([label, page]) => ({ label, href: `${publicUrl}/${page}` }))
}
