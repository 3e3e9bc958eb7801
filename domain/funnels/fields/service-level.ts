import type { ChoiceField } from '#domain/forms/define-field.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'

const levels = [
  { value: 'premium', label: 'Premium' },
  { value: 'vip', label: 'VIP' },
]

const rule = choiceRule(levels, 'Bitte wählen Sie eine Servicestufe')

/** Returns the service level field, which determines the price. The page offers VIP only if it is enabled. */
export function serviceLevel(): ChoiceField {
  return {
    name: 'serviceLevel',
    label: 'Servicestufe',
    kind: 'choice',
    options: levels,
    default: 'premium',
    rule: () => rule,
    required: false,
    fact: true,
    section: 'funnelData',
    hidden: true,
  }
}
