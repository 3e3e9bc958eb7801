import { type Control, useController } from 'react-hook-form'
import type { Field, FieldKind, FieldOf, FieldValues } from '#domain/forms/define-field.ts'
import { Field as Labelled } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { type FormValues, controlId } from '#web/features/funnel/form/form-state.ts'

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
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => (
        <TextInput
          {...aria}
          {...input}
          {...keyboards[field.kind]}
          value={value}
          className="max-w-md"
          placeholder={field.placeholder}
          autoComplete={field.autocomplete ?? 'off'}
        />
      )}
    </Labelled>
  )
}
