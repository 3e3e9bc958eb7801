import { type ComponentType, Suspense, lazy, memo } from 'react'
import type { FieldKind, FieldValues } from '#domain/forms/define-field.ts'
import { MoreHelp } from '#web/ui/more-help.tsx'
import { AddressField } from '#web/features/funnel/fields/address/address-field.tsx'
import { BeitragsnummerField } from '#web/features/funnel/fields/grouped/beitragsnummer-field.tsx'
import { ChoiceField } from './choice-field.tsx'
import { DateField } from './date-field.tsx'
import { EmailField } from './email-field.tsx'
import { IbanField } from '#web/features/funnel/fields/grouped/iban-field.tsx'
import { MonthField } from './month-field.tsx'
import { type FieldProps, isSameControl } from './field-props.ts'
import { TextField } from './text-field.tsx'
import { TextAreaField } from './text-area-field.tsx'
import { TickField } from './tick-field.tsx'

// The code of file fields is loaded on demand, because most steps have none.
const LazyFilesField = lazy(async () => ({ default: (await import('./files-field.tsx')).FilesField }))

function FilesField(props: FieldProps<'files'>) {
  return (
    <Suspense fallback={<p className="text-muted">{props.field.label}: wird geladen …</p>}>
      <LazyFilesField {...props} />
    </Suspense>
  )
}

// Only the last step, which renders consents itself, and the status page have any.
const LazyConsentField = lazy(async () => ({ default: (await import('./consent-field.tsx')).ConsentField }))

function ConsentField(props: FieldProps<'consent'>) {
  return (
    <Suspense>
      <LazyConsentField {...props} />
    </Suspense>
  )
}

/** Component of each field kind. The type requires a component for every kind. */
const controls = {
  text: TextField,
  textarea: TextAreaField,
  email: EmailField,
  choice: ChoiceField,
  checkbox: TickField,
  consent: ConsentField,
  date: DateField,
  month: MonthField,
  address: AddressField,
  iban: IbanField,
  beitragsnummer: BeitragsnummerField,
  files: FilesField,
} satisfies { [Kind in FieldKind]: ComponentType<FieldProps<Kind>> }

/**
 * Control of a field with its optional help text. It is memoized, because its step is rendered for each key that is
 * typed.
 */
export const FunnelField = memo(function FunnelField(props: FieldProps & { values: FieldValues }) {
  const { kind, help } = props.field
  const Control = controls[kind] as ComponentType<FieldProps>
  if (!help) return <Control {...props} />
  return (
    <div className="grid gap-2">
      <Control {...props} />
      <MoreHelp title={help.title}>{help.text}</MoreHelp>
    </div>
  )
}, isSameControl)
