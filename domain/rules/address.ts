import { z } from 'zod/mini'
import { refusing } from './refuse.ts'

const notAnAddress = 'Bitte geben Sie eine vollständige Adresse ein'
const longest = 100
/** What an address without a country lies in. */
const home = 'Deutschland'

const part = z.prefault(
  z.string(notAnAddress).check(z.overwrite((value) => value.replace(/\s+/g, ' ').trim())),
  '',
)

/** What the message calls each part, in the order in which the message lists them. */
const namesInMessage = {
  strasse: 'Straße',
  plz: 'PLZ (5 Ziffern)',
  ort: 'Ort (mind. 2 Zeichen)',
  hausnummer: 'Hausnummer',
}

type Part = 'strasse' | 'hausnummer' | 'plz' | 'ort'
type Complete = Record<Part, (value: string) => boolean>

/** In the order of the page, so that the first issue is the part to go to. */
const complete: Complete = {
  strasse: (value) => value !== '',
  hausnummer: (value) => /\d/.test(value) && value.length <= 10,
  plz: (value) => /^\d{5}$/.test(value),
  ort: (value) => value.length >= 2,
}

/** Postal codes of other countries have any form, and some countries have none. */
const completeAbroad: Complete = { ...complete, plz: () => true }
const longestAbroad = 12

const country = /^(?=.*\p{L})[\p{L}\p{M} .,'’()-]{2,60}$/u

/** What is refused wherever an address lies; a part that is no text is refused as `format`. */
const ofParts = [
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
  z.transform((address) => ({ ...address, land: address.land || home })),
)

/**
 * A German address (specification part 1, 5.2; DESIGN 10.8). Every part that is missing or faulty is an issue
 * of its own, `incomplete`, all with the one message that lists them.
 */
export const addressRule = refusing(ofParts, (refuse) =>
  parts.check(
    z.superRefine((address, context) => {
      checkParts(address, complete, (refusal, message) => refuse(context, refusal, message))
      if (address.land !== home)
        refuse(context, 'land.format', 'Bitte geben Sie eine Adresse in Deutschland ein')
    }),
  ),
)

/** An address in any country: outside of Germany the postal code is free (DESIGN 10.8). */
export const addressAbroadRule = refusing([...ofParts, 'plz.tooLong'], (refuse) =>
  parts.check(
    z.superRefine((address, context) => {
      const { land, plz } = address
      const rules = land === home ? complete : completeAbroad
      checkParts(address, rules, (refusal, message) => refuse(context, refusal, message))
      if (land !== home && plz.length > longestAbroad)
        refuse(context, 'plz.tooLong', `PLZ darf höchstens ${longestAbroad} Zeichen haben`)
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
    if (address[name].length > longest)
      refuse(`${name}.tooLong`, `${label} darf höchstens ${longest} Zeichen haben`)
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
