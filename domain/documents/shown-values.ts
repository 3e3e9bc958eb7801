import { shownFields } from '#domain/events/form-as-of.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'

/** Returns the values of the fields that are shown. A document must not depend on the value of a hidden field. */
export function shownValues(funnel: Funnel, values: FieldValues): FieldValues {
  const shown = shownFields(funnel, values).flatMap(({ name }) => {
    const value = values[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(shown)
}
