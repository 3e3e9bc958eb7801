import { z } from 'zod/mini'
import type { ChoiceField } from '#domain/forms/define-field.ts'
import type { Kind } from './kind.ts'
import { typedText } from './text-shape.ts'

const shapes = new WeakMap<ChoiceField, z.ZodMiniType>()

/** One of the options of the field. */
export const choice: Kind<ChoiceField> = {
  ...typedText,
  shape: optionShape,
  // Accepts any text, because an unfinished form may contain an option that is no longer offered.
  unfinishedShape: typedText.shape,
  show: (value, { options }) => [options.find((option) => option.value === value)?.label ?? value],
}

function optionShape(field: ChoiceField): z.ZodMiniType {
  const known = shapes.get(field)
  if (known) return known
  const values = field.options.map(({ value }) => value)
  const made = z.enum(values, `must be one of ${values.join(', ')}`)
  shapes.set(field, made)
  return made
}
