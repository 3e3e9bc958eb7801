import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'
import { accountFormat } from './sepa-accounts.ts'

const invalid = 'IBAN ungültig - bitte überprüfen'
const invalidGerman = 'Bitte geben Sie eine gültige deutsche IBAN ein'

/**
 * Accepts an IBAN of any SEPA country and converts it to upper case without spaces. Checks the mod 97 checksum, and the
 * length and pattern that the country requires. National check digits within the account number are not checked.
 */
export const ibanRule = once(() =>
  defineRule(['tooLong', 'format', 'tooShort', 'checksum'], (refuse) =>
    z.string(invalid).check(
      z.overwrite((value) => value.replace(/\s/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
      z.superRefine((value, context) => {
        const [country, digits, account] = [value.slice(0, 2), value.slice(2, 4), value.slice(4)]
        const message = country === 'DE' ? invalidGerman : invalid
        const format = accountFormat(country)
        if (value.length > (format?.length ?? 34)) return refuse(context, 'tooLong', message)
        if (!format || !/^[A-Z0-9]+$/.test(value)) return refuse(context, 'format', message)
        if (value.length < format.length) return refuse(context, 'tooShort', message)
        if (!/^\d\d$/.test(digits) || !format.pattern.test(account)) return refuse(context, 'format', message)
        if (digits !== checkDigits(country, account)) refuse(context, 'checksum', invalid)
      }),
    ),
  ),
)

/** Returns the check digits of an IBAN (ISO 7064, MOD 97-10), from 02 to 98. */
function checkDigits(country: string, account: string): string {
  // A letter counts as a number of two digits: A is 10, Z is 35.
  const remainder = Array.from(`${account}${country}00`).reduce((rest, character) => {
    const value = parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
  return String(98 - remainder).padStart(2, '0')
}
