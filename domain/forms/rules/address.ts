import { z } from 'zod/mini'
import { type AddressPart, homeCountry } from '#domain/forms/address-parts.ts'
import { defineRule } from './define-rule.ts'

const notAnAddress = 'Bitte geben Sie eine vollständige Adresse ein'
const maxLength = 100

const part = z.prefault(
  z.string(notAnAddress).check(z.overwrite((value) => value.replace(/\s+/g, ' ').trim())),
  '',
)

/** Names of the parts in the message about missing parts, in the order in which the message lists them. */
const namesInMessage = {
  strasse: 'Straße',
  plz: 'PLZ (5 Ziffern)',
  ort: 'Ort (mind. 2 Zeichen)',
  hausnummer: 'Hausnummer',
}

type Part = Exclude<AddressPart, 'land'>
type Complete = Record<Part, (value: string) => boolean>

/**
 * Functions that return whether a part of an address is complete. They are in the order of the inputs on the page. The
 * first issue therefore belongs to the first incomplete input, which gets the focus.
 */
const complete: Complete = {
  strasse: (value) => value !== '',
  hausnummer: (value) => /\d/.test(value) && value.length <= 10,
  plz: (value) => /^\d{5}$/.test(value),
  ort: (value) => value.length >= 2,
}

/**
 * Like `complete`, for addresses abroad. Any postal code is accepted, because some countries have other formats or no
 * codes.
 */
const completeAbroad: Complete = { ...complete, plz: () => true }
const maxCodeLengthAbroad = 12

const country = /^(?=.*\p{L})[\p{L}\p{M} .,'’()-]{2,60}$/u

/** Refusals that both rules for addresses can report. A part that is not text is refused as `format`. */
const partRefusals = [
  'strasse.format',
  'strasse.incomplete',
  'strasse.tooLong',
  'hausnummer.format',
  'hausnummer.incomplete',
  'plz.format',
  'plz.incomplete',
  'ort.format',
  'ort.incomplete',
  'ort.tooLong',
  'land.format',
] as const

const parts = z.pipe(
  z.strictObject(
    { strasse: part, hausnummer: part, plz: part, ort: part, land: part },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : notAnAddress) },
  ),
  z.transform((address) => ({ ...address, land: address.land || homeCountry })),
)

/**
 * Accepts a German address. Each missing or invalid part is a separate `incomplete` issue. All of these issues have the
 * same message, which lists these parts.
 */
export const addressRule = defineRule(partRefusals, (refuse) =>
  parts.check(
    z.superRefine((address, context) => {
      checkParts(address, complete, (refusal, message) => refuse(context, refusal, message))
      if (address.land !== homeCountry)
        refuse(context, 'land.format', 'Bitte geben Sie eine Adresse in Deutschland ein')
    }),
  ),
)

/** Accepts an address in any country. Abroad, only the length of the postal code is checked. */
export const addressAbroadRule = defineRule([...partRefusals, 'plz.tooLong'], (refuse) =>
  parts.check(
    z.superRefine((address, context) => {
      const { land, plz } = address
      const rules = land === homeCountry ? complete : completeAbroad
      checkParts(address, rules, (refusal, message) => refuse(context, refusal, message))
      if (land !== homeCountry && plz.length > maxCodeLengthAbroad)
        refuse(context, 'plz.tooLong', `PLZ darf höchstens ${maxCodeLengthAbroad} Zeichen haben`)
      if (!country.test(land)) refuse(context, 'land.format', 'Bitte geben Sie ein gültiges Land ein')
    }),
  ),
)

function checkParts(
  address: Readonly<Record<Part, string>>,
  rules: Complete,
  refuse: (refusal: `${Part}.incomplete` | 'strasse.tooLong' | 'ort.tooLong', message: string) => void,
): void {
  const missing = (Object.keys(rules) as Part[]).filter((name) => !rules[name](address[name]))
  const message = incompleteAddress(missing)
  for (const name of missing) refuse(`${name}.incomplete`, message)
  for (const [name, label] of [['strasse', 'Straße'] as const, ['ort', 'Ort'] as const]) {
    if (address[name].length > maxLength)
      refuse(`${name}.tooLong`, `${label} darf höchstens ${maxLength} Zeichen haben`)
  }
}

function incompleteAddress(missing: readonly Part[]): string {
  const listed = Object.entries(namesInMessage).filter(([name]) => missing.includes(name as Part))
  return `Bitte vervollständigen Sie die Adresse: ${listed.map(([, label]) => label).join(', ')} fehlt`
}

function unknownKeys(keys: readonly string[]): string {
  const shown = JSON.stringify(keys[0]?.slice(0, 64))
  return `${notAnAddress}: ${shown} gehört nicht dazu, nur ${Object.keys(complete).join(', ')}, land`
}
