import type { Field, FieldValues } from './define-field.ts'
import type { Funnel } from './define-funnel.ts'

/**
 * Returns all possible values of a field with a closed set of values. Returns an empty list for any other field. No
 * other values may be stored as facts.
 */
export function closedValuesOf(field: Field): readonly (string | boolean)[] {
  switch (field.kind) {
    case 'choice':
      return field.options.map(({ value }) => value)
    case 'checkbox':
    case 'consent':
      return [true, false]
    default:
      return []
  }
}

/** Returns whether a value is one of those that `closedValuesOf` lists, without listing them for every field of an event. */
export function isClosedValue(field: Field, value: unknown): value is string | boolean {
  switch (field.kind) {
    case 'choice':
      return field.options.some((option) => option.value === value)
    case 'checkbox':
    case 'consent':
      return typeof value === 'boolean'
    default:
      return false
  }
}

/** Returns a form for each option of each choice of a funnel. It contains only this option. */
export function formsByOption({ steps }: Funnel): FieldValues[] {
  return steps.flatMap(({ fields }) =>
    fields.flatMap((field) =>
      field.kind === 'choice' ? field.options.map(({ value }) => ({ [field.name]: value })) : [],
    ),
  )
}
