import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { FieldError, Hint, RequiredStar, describedBy } from '#web/ui/form/field.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import type { FieldProps } from './field-props.ts'

interface TickFieldProps extends FieldProps<'checkbox' | 'consent'> {
  /** Label with markup. Default: that of the field. */
  label?: ReactNode
}

/** Checkbox with label: optional for `checkbox`, required for `consent`. */
export function TickField({ field, control, label = field.label }: TickFieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const id = controlId(field.name)
  const error = fieldState.error?.message
  const { value, onChange, ...rest } = input
  return (
    <div className="grid gap-1">
      <Checkbox
        id={id}
        {...rest}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
        required={field.required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint: field.hint, error })}
      >
        {label}
        {field.required && <RequiredStar />}
      </Checkbox>
      <div className="grid gap-1 pl-9">
        {field.hint && <Hint id={id}>{field.hint}</Hint>}
        {error && <FieldError id={id}>{error}</FieldError>}
      </div>
    </div>
  )
}
