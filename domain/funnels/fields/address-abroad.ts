import type { AddressField, FieldValues } from '#domain/forms/define-field.ts'
import { addressAbroadRule } from '#domain/forms/rules/address-abroad.ts'
import { address } from './address.ts'

/** Returns a field for an address that may be in any country if `when` returns true, and else must be in Germany. */
export function addressAbroad(
  when: (values: FieldValues) => boolean,
  over: Partial<AddressField>,
): AddressField {
  const german = address(over)
  return {
    ...german,
    abroad: { when, loadCountries: async () => (await import('#domain/forms/countries.ts')).countries },
    rule: (today, values) => (when(values) ? addressAbroadRule() : german.rule(today, values)),
  }
}
