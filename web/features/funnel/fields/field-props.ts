import type { Control } from 'react-hook-form'
import type { Field, FieldKind, FieldOf, FieldValues } from '#domain/forms/define-field.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

/**
 * Kinds of fields whose controls depend on the values of other fields. Controls of other kinds cannot read these values,
 * and are not rendered again when they change.
 */
const dependentKinds = ['address', 'files', 'iban'] as const satisfies FieldKind[]
type DependentKind = (typeof dependentKinds)[number]

/** Props of the control for a field kind. */
export interface FieldProps<Kind extends FieldKind = FieldKind> {
  field: FieldOf<Kind> & { required: boolean }
  /** The valid values that the visitor has entered so far, by field name. */
  values: Kind extends DependentKind ? FieldValues : unknown
  control: Control<FormValues>
}

/**
 * Returns whether the control of a field looks the same with both props. A field is compared by its properties, because
 * its texts are resolved anew for all values that the visitor enters.
 */
export function isSameControl(before: FieldProps, after: FieldProps): boolean {
  if (before.control !== after.control || !isSameField(before.field, after.field)) return false
  return before.values === after.values || !dependentKinds.some((kind) => kind === after.field.kind)
}

function isSameField(before: Field, after: Field): boolean {
  const entries = Object.entries(after)
  return (
    entries.length === Object.keys(before).length &&
    entries.every(([key, value]) => before[key as keyof Field] === value)
  )
}
