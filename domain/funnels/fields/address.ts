import type { AddressField } from '#domain/forms/define-field.ts'
import { addressRule } from '#domain/forms/rules/address.ts'

/**
 * Returns a field for an address in Germany. `autocomplete` is the name of an autofill section. With different sections,
 * browsers do not fill two addresses with the same data.
 */
export function address(over: Partial<AddressField> = {}): AddressField {
  return {
    name: 'adresse',
    label: 'Adresse',
    kind: 'address',
    rule: addressRule,
    required: true,
    section: 'address',
    placeholder: 'Straße, PLZ, Ort eingeben...',
    hint: 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt',
    ...over,
  }
}
