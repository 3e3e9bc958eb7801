import type { EmailField } from '#domain/forms/define-field.ts'
import { emailRule } from '#domain/forms/rules/email.ts'

export function email(over: Partial<EmailField> = {}): EmailField {
  return {
    name: 'email',
    label: 'E-Mail-Adresse',
    kind: 'email',
    rule: emailRule,
    required: true,
    missing: 'E-Mail-Adresse ist erforderlich',
    section: 'personalData',
    hint: 'An diese Adresse senden wir gleich nach der Bestellung die Auftragsbestätigung und nach der Zahlung Ihren Antrag als PDF mit der Rechnung.',
    placeholder: 'name@beispiel.de',
    autocomplete: 'email',
    ...over,
  }
}
