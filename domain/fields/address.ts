import type { Field } from '../funnels/define-funnel.ts'
import { addressRule } from '../rules/address.ts'

/**
 * A German address. `autocomplete` is the section that keeps a browser from filling two addresses alike.
 * Left empty, the rule names the missing parts; `missing` only says that it must not be left empty.
 */
export function address(over: Partial<Field> = {}): Field {
  return {
    name: 'adresse',
    label: 'Adresse',
    kind: 'address',
    rule: () => addressRule,
    missing: 'Bitte geben Sie eine vollständige Adresse ein',
    section: 'address',
    hint: 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt',
    ...over,
  }
}
