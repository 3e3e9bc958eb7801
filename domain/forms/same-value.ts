import type { FieldValue } from './define-field.ts'

/** Returns whether two values of a field are the same. The order of the parts of an address does not matter. */
export function isSameValue(one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  return JSON.stringify(comparable(one)) === JSON.stringify(comparable(other))
}

/** Returns the value in a form whose JSON is the same for the same values. */
export function comparable(value: FieldValue | undefined): unknown {
  if (typeof value !== 'object' || Array.isArray(value)) return value
  return Object.entries(value)
    .filter(([, part]) => part !== '' && part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
