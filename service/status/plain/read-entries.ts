import { addressParts } from '#domain/forms/address-parts.ts'
import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import type { TextHashes } from '#service/texts/offered-texts.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'

/** Name of the hidden input with the names of the fields that the form contained. */
export const shownFieldsInput = 'felder'

/** Name of the hidden input with the hashes of the texts of the consents that the form contained. */
export const shownTextsInput = 'texte'

/** Returns the value of the hidden input for the named consents. */
export function writeTexts(names: readonly string[], texts: TextHashes): string {
  return names.flatMap((name) => (texts[name] === undefined ? [] : `${name}:${texts[name]}`)).join(',')
}

/** Returns the hashes of the hidden input by name. */
export function readTexts(sent: Readonly<Record<string, unknown>>): TextHashes {
  const pairs = textOf(sent[shownTextsInput]).split(',')
  return Object.fromEntries(pairs.filter(Boolean).map((pair) => pair.split(':', 2) as [string, string]))
}

/**
 * Returns the form that a customer has sent without JavaScript. Fields that the sent form did not contain keep their
 * current values. Consents are part of the result only if they were ticked.
 */
export function readEntries(
  funnel: Funnel,
  current: FieldValues,
  sent: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown = new Set(textOf(sent[shownFieldsInput]).split(','))
  const entries = fieldsOf(funnel).flatMap((field): [string, unknown][] => {
    if (shown.has(field.name)) return [[field.name, entryOf(field, sent)]]
    return field.kind === 'consent' ? [] : [[field.name, current[field.name]]]
  })
  const form = Object.fromEntries(entries)
  // A month that the customer enters is no longer computed as the next possible one.
  for (const field of fieldsOf(funnel))
    if (field.kind === 'month' && field.nextPossible && form[field.name] !== current[field.name])
      form[field.nextPossible.field] = false
  return form
}

function entryOf(field: Field, sent: Readonly<Record<string, unknown>>): unknown {
  const { name, kind } = field
  if (kind === 'checkbox' || kind === 'consent') return sent[name] === 'on'
  if (kind === 'address')
    return Object.fromEntries(
      addressParts.flatMap((part) => {
        const text = textOf(sent[`${name}.${part}`]).trim()
        return text ? [[part, text]] : []
      }),
    )
  return textOf(sent[name]).trim()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
