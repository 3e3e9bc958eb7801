import { type Control, useController } from 'react-hook-form'
import type { Field } from '#domain/funnels/define-funnel.ts'
import { Field as Labelled } from '#web/ui/field.tsx'
import { TextArea, TextInput } from '#web/ui/text-input.tsx'
import { type FormValues, controlId } from '../form-state.ts'

export interface FieldProps {
  field: Field
  control: Control<FormValues>
}

const keyboards = {
  text: {},
  textarea: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  beitragsnummer: { inputMode: 'numeric' },
} as const

/** Text of one line, or of several for `textarea`. */
export function TextField({ field, control, kind }: FieldProps & { kind: keyof typeof keyboards }) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.missing !== undefined}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => {
        const shared = {
          ...aria,
          ...input,
          value,
          placeholder: field.placeholder,
          autoComplete: field.autocomplete ?? 'off',
        }
        return kind === 'textarea' ? (
          <TextArea {...shared} />
        ) : (
          <TextInput {...shared} {...keyboards[kind]} className="max-w-md" />
        )
      }}
    </Labelled>
  )
}
