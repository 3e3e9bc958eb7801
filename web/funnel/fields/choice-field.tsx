import { useController } from 'react-hook-form'
import { Field as Labelled, FieldGroup, describedBy } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Select } from '#web/ui/select.tsx'
import { controlId } from '../form-state.ts'
import type { FieldProps } from './text-field.tsx'

/** One of several: side by side, below each other, or as a list to open. */
export function ChoiceField({ field, control }: FieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const id = controlId(field.name)
  const options = field.options ?? []
  const value = typeof input.value === 'string' ? input.value : ''
  const error = fieldState.error?.message
  const shared = { label: field.label, required: field.missing !== undefined, hint: field.hint, error }
  if (field.control === 'select') {
    return (
      <Labelled id={id} {...shared}>
        {(aria) => (
          <Select {...aria} {...input} value={value}>
            <option value="" disabled>
              Bitte wählen
            </option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Select>
        )}
      </Labelled>
    )
  }
  const group = `${id}-gruppe`
  return (
    <FieldGroup id={group} {...shared}>
      <RadioGroup
        id={id}
        name={field.name}
        options={options}
        look={field.control === 'buttons' ? 'buttons' : 'cards'}
        invalid={error !== undefined}
        required={shared.required}
        describedBy={describedBy(group, { error })}
        input={{ ...input, value }}
      />
    </FieldGroup>
  )
}
