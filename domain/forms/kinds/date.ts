import type { DateField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

/** A day, `YYYY-MM-DD`. */
export const date: Kind<DateField> = {
  ...typedText,
  show: (value) => [value.split('-').toReversed().join('.')],
}
