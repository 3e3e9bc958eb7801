import { type Control, useController } from 'react-hook-form'
import type { Answers, Field } from '#domain/funnels/define-funnel.ts'
import { Field as Labelled } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type FormValues, controlId } from '../form-state.ts'

export interface FieldProps {
  /** Worded for the answers. */
  field: Field
  /** The checked answers so far. */
  answers: Answers
  control: Control<FormValues>
}

const keyboards = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const

/** Text of one line. */
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
      {(aria) => (
        <TextInput
          {...aria}
          {...input}
          {...keyboards[kind]}
          value={value}
          className="max-w-md"
          placeholder={field.placeholder}
          autoComplete={field.autocomplete ?? 'off'}
        />
      )}
    </Labelled>
  )
}
