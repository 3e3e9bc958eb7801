import type { Field } from './define-field.ts'

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
