import { z } from 'zod/mini'
import { type Address, addressParts, homeCountry } from '#domain/forms/address-parts.ts'
import type { AddressField } from '#domain/forms/define-field.ts'
import { once } from '#domain/forms/rules/once.ts'
import { writingOrder } from '#domain/forms/writing-order.ts'
import type { Kind } from './kind.ts'
import { textUpTo } from './text-shape.ts'

const partial = once(() => {
  const part = z.optional(textUpTo(200))
  return z.strictObject(Object.fromEntries(addressParts.map((name) => [name, part])), {
    // Reports only the first unknown key, because there may be thousands.
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown part of an address: ${JSON.stringify(issue.keys[0]?.slice(0, 64))}`
        : `must be an object of ${addressParts.join(', ')}`,
  })
})

/** An address. An issue names the part of the address that it is about, for example the postal code. */
export const address: Kind<AddressField> = {
  shape: partial,
  empty: () => Object.fromEntries(addressParts.map((name) => [name, ''])),
  isEmpty: hasOnlyCountry,
  parts: addressParts,
  show: showAddress,
  isSensitive: false,
  draft: 'device',
}

/** Returns whether nothing but the country is entered, which the page may have preset. */
function hasOnlyCountry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => key === 'land')
}

/**
 * Returns the lines of the address as they are written on an envelope in Germany: in the order of the country of
 * destination, with a foreign country in capitals on the last line.
 */
function showAddress({ strasse, hausnummer, plz, ort, land }: Address): string[] {
  const { numberFirst, codeLast } = writingOrder(land)
  const street = numberFirst ? [hausnummer, strasse] : [strasse, hausnummer]
  const city = codeLast ? [ort, plz] : [plz, ort]
  const abroad = land && land !== homeCountry ? [land.toLocaleUpperCase('de')] : []
  return [street.join(' '), city.filter(Boolean).join(' '), ...abroad]
}
