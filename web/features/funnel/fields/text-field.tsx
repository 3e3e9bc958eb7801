import { TextInput } from '#web/ui/form/text-input.tsx'
import type { FieldProps } from './field-props.ts'
import { LabelledText } from './labelled-text.tsx'

export function TextField({ field, control }: FieldProps<'text'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => <TextInput {...input} className="max-w-md" />}
    </LabelledText>
  )
}
