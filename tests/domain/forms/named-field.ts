import type { Field, FieldKind, FieldOf } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'

/** Returns the field with this name. Throws if the funnel has no field with this name and kind. */
export function namedField<Kind extends FieldKind>(funnel: Funnel, name: string, kind: Kind): FieldOf<Kind> {
  const field = fieldsByNameOf(funnel).get(name)
  if (field?.kind !== kind) throw new Error(`${name} is ${field?.kind ?? 'no field'}, not ${kind}`)
  return field as FieldOf<Kind>
}

export function isFact(field: Field): boolean {
  return 'fact' in field && (field.fact ?? false)
}
