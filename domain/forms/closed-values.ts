import type { Field } from './define-field.ts'

/** Returns all possible values of a field; empty for fields that are not closed. Only these may be stored as facts. */
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
