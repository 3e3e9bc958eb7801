import type { Field } from '../funnels/define-funnel.ts'

/** The same field, which may also be left empty. */
export function optional(field: Field): Field {
  const { missing: _, ...rest } = field
  return rest
}
