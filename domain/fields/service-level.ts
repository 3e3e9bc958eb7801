import type { Field } from '../funnels/define-funnel.ts'
import { choiceRule } from '../rules/choice.ts'

const levels = [
  { value: 'premium', label: 'Premium' },
  { value: 'vip', label: 'VIP' },
]

const rule = choiceRule(levels, 'Bitte wählen Sie eine Servicestufe')

/** Part of the data and of the price; the page offers VIP only when it is configured (DESIGN 10.3). */
export function serviceLevel(): Field {
  return {
    name: 'serviceLevel',
    label: 'Servicestufe',
    kind: 'choice',
    options: levels,
    default: 'premium',
    rule: () => rule,
    fact: true,
    section: 'funnelData',
    control: 'hidden',
  }
}
