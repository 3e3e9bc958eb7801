import { EmailInput } from '#web/ui/form/email-input.tsx'
import type { FieldProps } from './field-props.ts'
import { LabelledText } from './labelled-text.tsx'

export function EmailField({ field, control }: FieldProps<'email'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => <EmailInput {...input} onAccept={input.onChange} className="max-w-md" />}
    </LabelledText>
  )
}
