import { z } from 'zod'
import type { Field } from './funnels/define-funnel.ts'
import { maxFiles } from './rules/files.ts'

/** Longest text of any field, in characters. The rules ask for less; this only bounds what is stored unchecked. */
const longestText = 1000
const longestPart = 200

const text = z.string().max(longestText)
const part = z.string().max(longestPart).optional()
const partialAddress = z.strictObject(
  { strasse: part, hausnummer: part, plz: part, ort: part, land: part },
  {
    // The library's own message would repeat every unknown key.
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `unknown part of an address: ${JSON.stringify(issue.keys[0]?.slice(0, 64))}`
        : undefined,
  },
)
const uploadIds = z.array(z.uuid()).max(maxFiles)

const enums = new WeakMap<Field, z.ZodType>()

/** Type and length of a field's value, whatever its rule asks for: what may be stored of an unfinished form. */
export function answerShape(field: Field): z.ZodType {
  switch (field.kind) {
    case 'address':
      return partialAddress
    case 'checkbox':
    case 'consent':
      return z.boolean()
    case 'files':
      return uploadIds
    case 'choice':
      return optionsOf(field)
    default:
      return text
  }
}

/** A fact goes into the log as it is, so even an unfinished run may only hold one of its options. */
function optionsOf(field: Field): z.ZodType {
  const known = enums.get(field)
  if (known) return known
  const made = z.enum(field.options?.map((option) => option.value) ?? [])
  enums.set(field, made)
  return made
}
