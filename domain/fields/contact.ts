import type { Field } from '../funnels/define-funnel.ts'
import { emailRule } from '../rules/email.ts'

export function email(over: Partial<Field> = {}): Field {
  return {
    name: 'email',
    label: 'E-Mail-Adresse',
    kind: 'email',
    rule: () => emailRule,
    missing: 'E-Mail-Adresse ist erforderlich',
    section: 'personalData',
    hint: 'An diese Adresse senden wir Ihnen den ausgefüllten Antrag als PDF und die Auftragsbestätigung.',
    placeholder: 'name@beispiel.de',
    autocomplete: 'email',
    ...over,
  }
}
