import type { Control } from 'react-hook-form'
import type { Field, FieldKind, FieldOf, FieldValues } from '#domain/forms/define-field.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { LabelledText } from './labelled-text.tsx'

/** Props of the control for a field kind. */
export type FieldProps<Kind extends FieldKind = FieldKind> = PropsOf<FieldOf<Kind>>

interface PropsOf<F extends Field> {
  field: F & { required: boolean }
  /** Values entered so far that are valid. */
  values: FieldValues
  control: Control<FormValues>
}

const keyboards = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const

/** Single-line text input. */
export function TextField({ field, control }: FieldProps<'text' | 'email'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => <TextInput {...input} {...keyboards[field.kind]} className="max-w-md" />}
    </LabelledText>
  )
}
