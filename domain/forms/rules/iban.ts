import { ValidationErrorsIBAN, countrySpecs, validateIBAN } from 'ibantools'
import { z } from 'zod/mini'
import { defineRule } from './define-rule.ts'

const invalid = 'IBAN ungültig - bitte überprüfen'
const invalidGerman = 'Bitte geben Sie eine gültige deutsche IBAN ein'

/** SEPA countries that `ibantools` does not yet list as such: Albania, Moldova, Montenegro, North Macedonia, Serbia. */
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

function lengthIn(country: string): number | undefined {
  const spec = countrySpecs[country]
  return spec?.SEPA || joinedSince.has(country) ? (spec?.chars ?? undefined) : undefined
}

/**
 * Accepts an IBAN of any SEPA country and converts it to upper case without spaces. Checks the mod 97 checksum, and the
 * length and pattern that the country requires. National check digits within the account number are not checked.
 */
export const ibanRule = defineRule(['tooLong', 'format', 'tooShort', 'checksum'], (refuse) =>
  z.string(invalid).check(
    z.overwrite((value) => value.replace(/\s/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
    z.superRefine((value, context) => {
      const country = value.slice(0, 2)
      const message = country === 'DE' ? invalidGerman : invalid
      const length = lengthIn(country)
      if (value.length > (length ?? 34)) return refuse(context, 'tooLong', message)
      if (!length || !/^[A-Z0-9]+$/.test(value)) return refuse(context, 'format', message)
      if (value.length < length) return refuse(context, 'tooShort', message)
      const { errorCodes } = validateIBAN(value)
      const hasForm = !errorCodes.some((code) =>
        [ValidationErrorsIBAN.WrongBBANFormat, ValidationErrorsIBAN.ChecksumNotNumber].includes(code),
      )
      if (!hasForm) return refuse(context, 'format', message)
      if (errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)) refuse(context, 'checksum', invalid)
    }),
  ),
)
