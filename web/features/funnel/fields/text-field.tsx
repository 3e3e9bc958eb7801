import { TextInput } from '#web/ui/form/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { LabelledText } from './labelled-text.tsx'

const keyboards = {
  text: {},
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
} as const

export function TextField({ field, control }: FieldProps<'text' | 'email'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => <TextInput {...input} {...keyboards[field.kind]} className="max-w-md" />}
    </LabelledText>
  )
}
