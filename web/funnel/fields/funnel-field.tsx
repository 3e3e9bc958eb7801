import { Suspense, lazy } from 'react'
import { MoreHelp } from '#web/ui/more-help.tsx'
import { AddressField } from './address-field.tsx'
import { BeitragsnummerField } from './beitragsnummer-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DateField } from './date-field.tsx'
import { IbanField } from './iban-field.tsx'
import { MonthField } from './month-field.tsx'
import { type FieldProps, TextField } from './text-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TickField } from './tick-field.tsx'

// Most steps ask for no files, and nobody waits there for what they need.
const FilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }))

/** A field with what can be opened below it to learn more. */
export function FunnelField(props: FieldProps) {
  const { help } = props.field
  if (!help) return <FieldControl {...props} />
  return (
    <div className="grid gap-2">
      <FieldControl {...props} />
      <MoreHelp title={help.title}>{help.text}</MoreHelp>
    </div>
  )
}

/** The control of a field, by its kind alone. */
function FieldControl(props: FieldProps) {
  const { kind } = props.field
  switch (kind) {
    case 'text':
    case 'email':
      return <TextField {...props} kind={kind} />
    case 'textarea':
      return <TextAreaField {...props} />
    case 'beitragsnummer':
      return <BeitragsnummerField {...props} />
    case 'choice':
      return <ChoiceField {...props} />
    case 'checkbox':
    case 'consent':
      return <TickField {...props} />
    case 'date':
      return <DateField {...props} />
    case 'month':
      return <MonthField {...props} />
    case 'iban':
      return <IbanField {...props} />
    case 'address':
      return <AddressField {...props} />
    case 'files':
      return (
        <Suspense fallback={<p className="text-muted">{props.field.label}: wird geladen …</p>}>
          <FilesField {...props} />
        </Suspense>
      )
  }
}
