import { z } from 'zod/mini'
import { type AddressPart, homeCountry } from '#domain/forms/address-parts.ts'
import { type RefusalAt, defineRule } from './define-rule.ts'
import { once } from './once.ts'

const notAnAddress = 'Bitte geben Sie eine vollständige Adresse ein'

type Values = Readonly<Record<AddressPart, string>>

/** A fault that a part of an address can have. Without `message`, the message lists the part as missing. */
interface Check<Refused extends RefusalAt> {
  refusal: Refused
  part: AddressPart
  isWrong: (value: string, address: Values) => boolean
  message: string | undefined
}

export function check<const Refused extends `${AddressPart}.${'incomplete' | 'tooLong' | 'format'}`>(
  refusal: Refused,
  isWrong: Check<Refused>['isWrong'],
  message?: string,
): Check<Refused> {
  return { refusal, part: refusal.split('.')[0] as AddressPart, isWrong, message }
}

export const isEmpty = (value: string) => value === ''
export const isGermanCode = (value: string) => /^\d{5}$/.test(value)

export const streetChecks = [
  check('strasse.incomplete', isEmpty),
  check('strasse.tooLong', ({ length }) => length > 100, 'Straße darf höchstens 100 Zeichen haben'),
]
export const houseNumberChecks = [
  check('hausnummer.incomplete', isEmpty),
  check('hausnummer.tooLong', ({ length }) => length > 10, 'Hausnummer darf höchstens 10 Zeichen haben'),
  check(
    'hausnummer.format',
    (value) => !/\d/.test(value),
    'Hausnummer muss eine Ziffer enthalten, zum Beispiel 12a',
  ),
]
export const cityChecks = [
  check('ort.incomplete', ({ length }) => length < 2),
  check('ort.tooLong', ({ length }) => length > 100, 'Ort darf höchstens 100 Zeichen haben'),
]

/**
 * Faults of a German address, in the order of the inputs on the page. The first issue therefore belongs to the first
 * faulty input, which gets the focus.
 */
const germanChecks = [
  ...streetChecks,
  ...houseNumberChecks,
  check('plz.incomplete', (value) => !isGermanCode(value)),
  ...cityChecks,
  check('land.format', (value) => value !== homeCountry, 'Bitte geben Sie eine Adresse in Deutschland ein'),
]

/** Refusals of a part that is not text. */
export const notText = [
  'strasse.format',
  'hausnummer.format',
  'plz.format',
  'ort.format',
  'land.format',
] as const

export const addressParts = once(() => {
  const part = z.prefault(
    z.string(notAnAddress).check(z.overwrite((value) => value.replace(/\s+/g, ' ').trim())),
    '',
  )
  return z.strictObject(
    { strasse: part, hausnummer: part, plz: part, ort: part, land: part },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : notAnAddress) },
  )
})

const partsAtHome = () =>
  z.pipe(
    addressParts(),
    z.transform((address) => ({ ...address, land: address.land || homeCountry })),
  )

/**
 * Accepts a German address. Each missing part is a separate `incomplete` issue. All of these issues have the same
 * message, which lists these parts. The message about any other fault says what is wrong.
 */
export const addressRule = once(() =>
  defineRule([...notText, ...refusalsOf(germanChecks)], (refuse) =>
    partsAtHome().check(
      z.superRefine((address, context) => {
        for (const { refusal, message } of faultsOf(address, germanChecks)) refuse(context, refusal, message)
      }),
    ),
  ),
)

export function refusalsOf<Refused extends RefusalAt>(checks: readonly Check<Refused>[]): Refused[] {
  return checks.map(({ refusal }) => refusal)
}

/** Returns the first fault of each part with its message. */
export function faultsOf<Refused extends RefusalAt>(address: Values, checks: readonly Check<Refused>[]) {
  const wrong = checks.filter(({ part: name, isWrong }) => isWrong(address[name], address))
  const first = wrong.filter(({ part: name }, index) => wrong.findIndex((one) => one.part === name) === index)
  const missing = first.filter(({ message }) => message === undefined).map(({ part: name }) => name)
  return first.map(({ refusal, message = incompleteAddress(missing, address.land) }) => ({
    refusal,
    message,
  }))
}

/** Names of the parts in the message about missing parts, in the order in which the message lists them. */
const namesInMessage = {
  land: 'Land',
  strasse: 'Straße',
  plz: 'PLZ (5 Ziffern)',
  ort: 'Ort (mind. 2 Zeichen)',
  hausnummer: 'Hausnummer',
}

function incompleteAddress(missing: readonly AddressPart[], land: string): string {
  const names = land === homeCountry ? namesInMessage : { ...namesInMessage, plz: 'PLZ' }
  const listed = Object.entries(names).filter(([name]) => missing.includes(name as AddressPart))
  return `Bitte vervollständigen Sie die Adresse: ${listed.map(([, label]) => label).join(', ')} fehlt`
}

function unknownKeys(keys: readonly string[]): string {
  const shown = JSON.stringify(keys[0]?.slice(0, 64))
  return `${notAnAddress}: ${shown} gehört nicht dazu, nur strasse, hausnummer, plz, ort, land`
}
