import type { Field } from '../funnels/define-funnel.ts'
import { addressAbroadRule, addressRule } from '../rules/address.ts'

/**
 * An address, in Germany unless `abroad` says otherwise. `autocomplete` is the section that keeps a browser from filling two addresses alike.
 * Left empty, the rule names the missing parts; `missing` only says that it must not be left empty.
 */
export function address(over: Partial<Omit<Field, 'rule'>> = {}): Field {
  const { abroad } = over
  return {
    name: 'adresse',
    label: 'Adresse',
    kind: 'address',
    rule: (_, answers) => (abroad?.(answers) ? addressAbroadRule : addressRule),
    missing: 'Bitte geben Sie eine vollständige Adresse ein',
    section: 'address',
    placeholder: 'Straße, PLZ, Ort eingeben...',
    hint: 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt',
    ...over,
  }
}
