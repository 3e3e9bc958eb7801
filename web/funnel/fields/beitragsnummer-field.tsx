import { useController } from 'react-hook-form'
import { Field as Labelled } from '#web/ui/field.tsx'
import { controlId } from '../form-state.ts'
import { showBeitragsnummer, storeBeitragsnummer } from './beitragsnummer-text.ts'
import { GroupedInput } from './grouped-input.tsx'
import type { FieldProps } from './text-field.tsx'

/** Nine digits in three groups, however they are typed or pasted. */
export function BeitragsnummerField({ field, control }: FieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.missing !== undefined}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => (
        <GroupedInput
          {...aria}
          {...input}
          value={typeof input.value === 'string' ? input.value : ''}
          store={storeBeitragsnummer}
          show={showBeitragsnummer}
          className="max-w-52 font-medium tracking-wide tabular-nums"
          inputMode="numeric"
          autoComplete="off"
          placeholder={field.placeholder}
        />
      )}
    </Labelled>
  )
}
