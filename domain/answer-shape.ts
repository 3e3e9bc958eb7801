import { z } from 'zod/mini'
import type { Field } from './funnels/define-funnel.ts'
import { maxFiles } from './rules/files.ts'

/** Longest text of any field, in characters. The rules ask for less; this only bounds what is stored unchecked. */
const longestText = 1000
const longestPart = 200

const text = textUpTo(longestText)
const part = z.optional(textUpTo(longestPart))
const parts = { strasse: part, hausnummer: part, plz: part, ort: part, land: part }
const partialAddress = z.strictObject(parts, {
  // Names the first of the unknown keys, which may be thousands.
  error: (issue) =>
    issue.code === 'unrecognized_keys'
      ? `unknown part of an address: ${JSON.stringify(issue.keys[0]?.slice(0, 64))}`
      : `must be an object of ${Object.keys(parts).join(', ')}`,
})
const flag = z.boolean('must be true or false')
const notUploadIds = `must be a list of at most ${maxFiles} ids of uploads`
const uploadIds = z
  .array(z.uuid('must be the id of an upload, a UUID'), notUploadIds)
  .check(z.maxLength(maxFiles, notUploadIds))

const enums = new WeakMap<Field, z.ZodMiniType>()

/** Type and length of a field's value, whatever its rule asks for: what may be stored of an unfinished form. */
export function answerShape(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'address':
      return partialAddress
    case 'checkbox':
    case 'consent':
      return flag
    case 'files':
      return uploadIds
    case 'choice':
      return optionsOf(field)
    default:
      return text
  }
}

function textUpTo(longest: number) {
  const message = `must be text of at most ${longest} characters`
  return z.string(message).check(z.maxLength(longest, message))
}

/** A fact goes into the log as it is, so even an unfinished run may only hold one of its options. */
function optionsOf(field: Field): z.ZodMiniType {
  const known = enums.get(field)
  if (known) return known
  const values = field.options?.map((option) => option.value) ?? []
  const made = z.enum(values, `must be one of ${values.join(', ')}`)
  enums.set(field, made)
  return made
}
