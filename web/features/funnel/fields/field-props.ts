import type { Control } from 'react-hook-form'
import type { Field, FieldKind, FieldOf, FieldValues } from '#domain/forms/define-field.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

/** Props of the control for a field kind. */
export type FieldProps<Kind extends FieldKind = FieldKind> = PropsOf<FieldOf<Kind>>

interface PropsOf<F extends Field> {
  field: F & { required: boolean }
  /** The valid values that the visitor has entered so far, by field name. */
  values: FieldValues
  control: Control<FormValues>
}
