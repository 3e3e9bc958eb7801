import { z } from 'zod/mini'
import { refuse } from './refuse.ts'

const notAnAddress = 'Bitte geben Sie eine vollständige Adresse ein'
const longest = 100

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

/** In the order of the page, so that the first issue is the part to go to. */
const complete = {
  strasse: (value: string) => value !== '',
  hausnummer: (value: string) => /\d/.test(value) && value.length <= 10,
  plz: (value: string) => /^\d{5}$/.test(value),
  ort: (value: string) => value.length >= 2,
}

type Part = keyof typeof complete

/**
 * A German address (specification part 1, 5.2; DESIGN 10.8). Every part that is missing or faulty is an issue
 * of its own, `incomplete`, all with the one message that lists them.
 */
export const addressRule = z
  .pipe(
    z.strictObject(
      { strasse: part, hausnummer: part, plz: part, ort: part, land: part },
      { error: (issue) => (issue.code === 'unrecognized_keys' ? unknownKeys(issue.keys) : notAnAddress) },
    ),
    z.transform((address) => ({ ...address, land: address.land || 'Deutschland' })),
  )
  .check(
    z.superRefine((address, context) => {
      const missing = (Object.keys(complete) as Part[]).filter((name) => !complete[name](address[name]))
      const message = incompleteAddress(missing)
      for (const name of missing) refuse(context, 'incomplete', message, [name])
      for (const [name, label] of [['strasse', 'Straße'] as const, ['ort', 'Ort'] as const]) {
        if (address[name].length > longest)
          refuse(context, 'tooLong', `${label} darf höchstens ${longest} Zeichen haben`, [name])
      }
      if (address.land !== 'Deutschland')
        refuse(context, 'format', 'Bitte geben Sie eine Adresse in Deutschland ein', ['land'])
    }),
  )

function incompleteAddress(missing: readonly Part[]): string {
  const listed = Object.entries(namesInMessage).filter(([name]) => missing.includes(name as Part))
  return `Bitte vervollständigen Sie die Adresse: ${listed.map(([, label]) => label).join(', ')} fehlt`
}

function unknownKeys(keys: readonly string[]): string {
  const shown = JSON.stringify(keys[0]?.slice(0, 64))
  return `${notAnAddress}: ${shown} gehört nicht dazu, nur ${Object.keys(complete).join(', ')}, land`
}
