import { useController } from 'react-hook-form'
import { Field as Labelled } from '#web/ui/form/field.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import { groupBeitragsnummer } from '#domain/forms/kinds/beitragsnummer.ts'
import { storeBeitragsnummer } from './beitragsnummer-text.ts'
import { GroupedInput } from './grouped-input.tsx'
import type { FieldProps } from '#web/features/funnel/fields/text-field.tsx'

/** Input for a nine-digit number, displayed in three groups. */
export function BeitragsnummerField({ field, control }: FieldProps<'beitragsnummer'>) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => (
        <GroupedInput
          {...aria}
          {...input}
          value={typeof input.value === 'string' ? input.value : ''}
          store={storeBeitragsnummer}
          show={groupBeitragsnummer}
          className="max-w-52 font-medium tracking-wide tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          placeholder={field.placeholder}
        />
      )}
    </Labelled>
  )
}
