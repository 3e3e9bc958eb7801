import { AddressField } from './address-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DateField } from './date-field.tsx'
import { IbanField } from './iban-field.tsx'
import { MonthField } from './month-field.tsx'
import { type FieldProps, TextField } from './text-field.tsx'
import { TickField } from './tick-field.tsx'

/** The control of a field, by its kind alone. */
export function FunnelField({ field, control }: FieldProps) {
  const { kind } = field
  switch (kind) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'beitragsnummer':
      return <TextField field={field} control={control} kind={kind} />
    case 'choice':
      return <ChoiceField field={field} control={control} />
    case 'checkbox':
    case 'consent':
      return <TickField field={field} control={control} />
    case 'date':
      return <DateField field={field} control={control} />
    case 'month':
      return <MonthField field={field} control={control} />
    case 'iban':
      return <IbanField field={field} control={control} />
    case 'address':
      return <AddressField field={field} control={control} />
    case 'files':
      // No funnel asks for files yet; the first one that does must not be sold without its uploads.
      throw new Error(`field ${field.name}: there is no control for files`)
  }
}
