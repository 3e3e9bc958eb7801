import { ValidationErrorsIBAN, countrySpecs, validateIBAN } from 'ibantools'
import { z } from 'zod'
import { refuse } from './refuse.ts'

const invalid = 'IBAN ungültig - bitte überprüfen'
const invalidGerman = 'Bitte geben Sie eine gültige deutsche IBAN ein'

/** Joined SEPA after the library's list was made: Albania, Moldova, Montenegro, North Macedonia, Serbia. */
const joinedSince = new Set(['AL', 'MD', 'ME', 'MK', 'RS'])

/** ISO 7064 makes check digits from 02 to 98; the others can pass mod 97, but no bank issues them. */
const neverIssued = new Set(['00', '01', '99'])

function lengthIn(country: string): number | undefined {
  const spec = Object.hasOwn(countrySpecs, country) ? countrySpecs[country] : undefined
  return spec?.SEPA || joinedSince.has(country) ? (spec?.chars ?? undefined) : undefined
}

/**
 * An IBAN of any SEPA country by that country's length and pattern, and mod 97 (DESIGN 10.6 and 10.8).
 * Comes out in upper case without spaces. National check digits within the account number are left to the banks.
 */
export const ibanRule = z
  .string({ error: invalid })
  .overwrite((value) => value.replace(/\s/g, '').replace(/[a-z]+/g, (letters) => letters.toUpperCase()))
  .superRefine((value, context) => {
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
    const wrongSum = errorCodes.includes(ValidationErrorsIBAN.WrongIBANChecksum)
    if (wrongSum || neverIssued.has(value.slice(2, 4))) refuse(context, 'checksum', invalid)
  })
