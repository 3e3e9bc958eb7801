import type { Withdrawal } from '#domain/site/contact-contract.ts'
import { defuseLinks } from '#domain/site/defuse-links.ts'

/** Returns a declaration of withdrawal in the words of the model form. Links in the customer's text are defused. */
export function declarationText({ name, email, orderNumber, details }: Omit<Withdrawal, 'website'>): string {
  const lines = [
    '„Hiermit widerrufe ich den von mir abgeschlossenen Vertrag über die Vorbereitung und Weiterleitung eines Antrags zum Rundfunkbeitrag.',
    `Name: ${defuseLinks(name)}`,
    `E-Mail: ${defuseLinks(email)}`,
    orderNumber && `Auftragsnummer: ${defuseLinks(orderNumber)}`,
    details && `Weitere Angaben: ${defuseLinks(details)}`,
  ]
  return `${lines.filter(Boolean).join('\n')}“`
}
