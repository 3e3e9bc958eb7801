import { useController } from 'react-hook-form'
import { Field as Labelled, FieldGroup, describedBy } from '#web/ui/form/field.tsx'
import { RadioGroup } from '#web/ui/form/radio-group.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import type { FieldProps } from './field-props.ts'

/** Number of characters of an option that a drop-down list shows on a phone. A longer one is repeated below the list. */
const maxOnPhone = 30

/** Choice of one option, shown as buttons, cards or a drop-down list. */
export function ChoiceField({ field, control }: FieldProps<'choice'>) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const id = controlId(field.name)
  const { options } = field
  const value = typeof input.value === 'string' ? input.value : ''
  const chosen = options.find((option) => option.value === value)?.label ?? ''
  const error = fieldState.error?.message
  const shared = { label: field.label, required: field.required, hint: field.hint, error }
  if (field.control === 'select') {
    return (
      <Labelled id={id} {...shared}>
        {(aria) => (
          <>
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
            {chosen.length > maxOnPhone && (
              <p aria-hidden="true" className="text-sm text-muted sm:hidden">
                {chosen}
              </p>
            )}
          </>
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
