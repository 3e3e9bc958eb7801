import { z } from 'zod/mini'
import { homeCountry } from '#domain/forms/address-parts.ts'
import {
  addressParts,
  check,
  cityChecks,
  faultsOf,
  houseNumberChecks,
  isEmpty,
  isGermanCode,
  notText,
  refusalsOf,
  streetChecks,
} from './address.ts'
import { defineRule } from './define-rule.ts'
import { once } from './once.ts'

/** Frequent destinations in which every address has a postal code. Pages load the list of all countries separately. */
const withPostalCodes: ReadonlySet<string> = new Set([
  'Australien',
  'Belgien',
  'Dänemark',
  'Finnland',
  'Frankreich',
  'Griechenland',
  'Italien',
  'Kanada',
  'Kroatien',
  'Luxemburg',
  'Niederlande',
  'Norwegen',
  'Österreich',
  'Polen',
  'Portugal',
  'Rumänien',
  'Schweden',
  'Schweiz',
  'Spanien',
  'Tschechien',
  'Türkei',
  'Ungarn',
  'USA',
  'Vereinigtes Königreich',
])

const country = /^(?=.*\p{L})[\p{L}\p{M} .,'’()-]{2,60}$/u

/**
 * Faults of an address in any country. The page asks for the country first, because no country can be presumed and the
 * postal code depends on it. Outside Germany a postal code may have any format.
 */
const checksAbroad = [
  check('land.incomplete', isEmpty),
  check('land.format', (value) => !country.test(value), 'Bitte geben Sie ein gültiges Land ein'),
  ...streetChecks,
  ...houseNumberChecks,
  check('plz.incomplete', (value, { land }) =>
    land === homeCountry ? !isGermanCode(value) : value === '' && withPostalCodes.has(land),
  ),
  check('plz.tooLong', ({ length }) => length > 12, 'PLZ darf höchstens 12 Zeichen haben'),
  ...cityChecks,
]

/** Accepts an address in any country, like `addressRule`. The country is required. */
export const addressAbroadRule = once(() =>
  defineRule([...notText, ...refusalsOf(checksAbroad)], (refuse) =>
    addressParts().check(
      z.superRefine((address, context) => {
        for (const { refusal, message } of faultsOf(address, checksAbroad)) refuse(context, refusal, message)
      }),
    ),
  ),
)
