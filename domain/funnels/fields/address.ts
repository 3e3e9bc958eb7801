import type { AddressField } from '#domain/forms/define-field.ts'
import { addressAbroadRule, addressRule } from '#domain/forms/rules/address.ts'

/**
 * Returns an address field. The address must be in Germany unless `abroad` returns true. `autocomplete` is the name of
 * an autofill section. With different sections, browsers do not fill two addresses with the same data.
 */
export function address(over: Partial<Omit<AddressField, 'rule'>> = {}): AddressField {
  const { abroad } = over
  return {
    name: 'adresse',
    label: 'Adresse',
    kind: 'address',
    rule: (_, values) => (abroad?.(values) ? addressAbroadRule : addressRule),
    required: true,
    section: 'address',
    placeholder: 'Straße, PLZ, Ort eingeben...',
    hint: 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt',
    ...over,
  }
}
