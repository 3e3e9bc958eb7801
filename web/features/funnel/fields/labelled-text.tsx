import type { ReactNode } from 'react'
import { type ControllerRenderProps, useController } from 'react-hook-form'
import { type ControlProps, Field as Labelled } from '#web/ui/form/field.tsx'
import { type FormValues, controlId } from '#web/features/funnel/form/form-state.ts'
import type { FieldProps } from './field-props.ts'

type TextProps = ControlProps &
  Omit<ControllerRenderProps<FormValues>, 'value'> & {
    value: string
    placeholder: string | undefined
    autoComplete: string
  }

interface LabelledTextProps extends Pick<
  FieldProps<'text' | 'email' | 'textarea' | 'beitragsnummer'>,
  'field' | 'control'
> {
  children: (props: TextProps) => ReactNode
}

/** Label, hint and error of a field with one text control. `children` receives the properties of the control. */
export function LabelledText({ field, control, children }: LabelledTextProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const text = {
    ...input,
    value: typeof input.value === 'string' ? input.value : '',
    placeholder: field.placeholder,
    autoComplete: field.autocomplete ?? 'off',
  }
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => children({ ...aria, ...text })}
    </Labelled>
  )
}
