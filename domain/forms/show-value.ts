import type { Field, FieldValues } from './define-field.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'

/** Returns the value of a field as lines of text. Returns an empty array if there is nothing to show. */
export function showValue(field: Field, values: FieldValues): string[] {
  const value = values[field.name]
  return value === undefined ? [] : kindOf(field).show(value, field)
}
