import { z } from 'zod/mini'
import { type Address, addressParts, homeCountry } from '#domain/forms/address-parts.ts'
import type { AddressField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { textUpTo } from './text-shape.ts'

const part = z.optional(textUpTo(200))
const partial = z.strictObject(Object.fromEntries(addressParts.map((name) => [name, part])), {
  // Reports only the first unknown key, because there may be thousands.
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown part of an address: ${JSON.stringify(issue.keys[0]?.slice(0, 64))}`
      : `must be an object of ${addressParts.join(', ')}`,
})

/** An address. An issue names the part of the address that it is about, for example the postal code. */
export const address: Kind<AddressField> = {
  shape: () => partial,
  empty: () => Object.fromEntries(addressParts.map((name) => [name, ''])),
  parts: addressParts,
  show: showAddress,
  isSensitive: false,
  draft: 'device',
}

function showAddress({ strasse, hausnummer, plz, ort, land }: Address): string[] {
  return [`${strasse} ${hausnummer}`, `${plz} ${ort}`, ...(land && land !== homeCountry ? [land] : [])]
}
