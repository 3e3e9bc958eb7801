import { groupBeitragsnummer } from '#domain/forms/kinds/beitragsnummer.ts'
import { storeBeitragsnummer } from './beitragsnummer-text.ts'
import { GroupedInput } from './grouped-input.tsx'
import { LabelledText } from '#web/features/funnel/fields/labelled-text.tsx'
import type { FieldProps } from '#web/features/funnel/fields/field-props.ts'

/** Input for a nine-digit number, displayed in three groups. */
export function BeitragsnummerField({ field, control }: FieldProps<'beitragsnummer'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => (
        <GroupedInput
          {...input}
          store={storeBeitragsnummer}
          show={groupBeitragsnummer}
          className="max-w-52 font-medium tracking-wide tabular-nums"
          inputMode="numeric"
        />
      )}
    </LabelledText>
  )
}
