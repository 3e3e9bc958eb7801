import type { ChoiceField } from '#domain/forms/define-field.ts'
import { choiceRule } from '#domain/forms/rules/choice.ts'

const levels = [
  { value: 'premium', label: 'Premium' },
  { value: 'vip', label: 'VIP' },
]

const rule = choiceRule(levels, 'Bitte wählen Sie eine Servicestufe')

/**
 * Returns the field for the service level, which determines the price. The page renders the field at the order button,
 * and only if VIP is offered.
 */
export function serviceLevel(): ChoiceField {
  return {
    name: 'serviceLevel',
    label: 'Servicestufe',
    kind: 'choice',
    options: levels,
    default: 'premium',
    rule,
    required: false,
    fact: true,
    section: 'funnelData',
    hidden: true,
    orderOnly: true,
  }
}
