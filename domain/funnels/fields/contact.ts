import type { EmailField } from '#domain/forms/define-field.ts'
import { emailRule } from '#domain/forms/rules/email.ts'

export function email(over: Partial<EmailField> = {}): EmailField {
  return {
    name: 'email',
    label: 'E-Mail-Adresse',
    kind: 'email',
    rule: () => emailRule,
    required: true,
    missing: 'E-Mail-Adresse ist erforderlich',
    section: 'personalData',
    hint: 'An diese Adresse senden wir Ihnen den ausgefüllten Antrag als PDF und die Auftragsbestätigung.',
    placeholder: 'name@beispiel.de',
    autocomplete: 'email',
    ...over,
  }
}
