import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { billedFields } from '#domain/orders/billing/checkout-link.ts'

/**
 * Returns whether a text is a postal code or the birth date of the customer. The birth date can be written as
 * `YYYY-MM-DD` or `DD.MM.YYYY`. Postal codes are those of the customer's address and of the invoice address.
 */
export function isCustomer(funnelType: string, values: FieldValues, given: string): boolean {
  const { address } = billedFields(funnelByType(funnelType), values)
  const known = [...['adresse', address].map((name) => postalCodeOf(values[name])), values['geburtsdatum']]
  const text = normal(given)
  return known.some((value) => typeof value === 'string' && value !== '' && normal(value) === text)
}

function postalCodeOf(value: FieldValues[string] | undefined): string | undefined {
  return typeof value === 'object' && 'plz' in value ? value.plz : undefined
}

function normal(text: string): string {
  const compact = text.replaceAll(/\s/g, '').toUpperCase()
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(compact) ?? []
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : compact
}
