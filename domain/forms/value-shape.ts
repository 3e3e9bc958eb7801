import type { z } from 'zod/mini'
import type { Field } from './define-field.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'

/**
 * Returns a schema that checks the type and length of a field's value but not its rule. A choice accepts only its
 * options.
 */
export function valueShape(field: Field): z.ZodMiniType {
  return kindOf(field).shape(field)
}

/**
 * Returns the schema for a value in an unfinished form. Unlike `valueShape`, it accepts a choice that is no longer
 * among the options.
 */
export function unfinishedShape(field: Field): z.ZodMiniType {
  const kind = kindOf(field)
  return (kind.unfinishedShape ?? kind.shape)(field)
}
