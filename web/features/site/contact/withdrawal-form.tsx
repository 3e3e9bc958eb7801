import { type FormEvent, useState } from 'react'
import {
  type Withdrawal,
  errorsByField,
  maxLengths,
  withdrawalPath,
  withdrawalSchema,
} from '#domain/site/contact-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/form/email-input.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { Honeypot, useFaultList } from './form-parts.tsx'

interface WithdrawalFormProps {
  /** Values entered earlier, if the visitor has returned from the review to change them. Otherwise undefined. */
  given: Withdrawal | undefined
  onReady: (statement: Withdrawal) => void
}

const labels = {
  name: 'Name',
  email: 'E-Mail-Adresse',
  orderNumber: 'Auftragsnummer (freiwillig)',
  details: 'Weitere Angaben (freiwillig)',
}

export function WithdrawalForm({ given, onReady }: WithdrawalFormProps) {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const list = useFaultList(faults, labels)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const statement = withdrawalSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (statement.success) return onReady(statement.data)
    setFaults(errorsByField(statement.error))
    list.show()
  }

  return (
    <form method="post" action={withdrawalPath} noValidate onSubmit={submit} className="grid gap-6">
      <h2 className="text-lg font-bold">Ihre Angaben</h2>
      {list.element}
      <Field
        id="name"
        label={labels.name}
        required
        hint="Vor- und Nachname wie in der Bestellung."
        error={faults['name']}
      >
        {(control) => (
          <TextInput
            {...control}
            name="name"
            autoComplete="name"
            maxLength={maxLengths.name}
            defaultValue={given?.name}
          />
        )}
      </Field>
      <Field
        id="email"
        label={labels.email}
        required
        hint="Am besten die aus der Bestellung. Dorthin senden wir die Eingangsbestätigung."
        error={faults['email']}
      >
        {(control) => (
          <EmailInput {...control} name="email" maxLength={maxLengths.email} defaultValue={given?.email} />
        )}
      </Field>
      <Field
        id="orderNumber"
        label={labels.orderNumber}
        hint="Sie beginnt mit FL- und steht in Ihrer Bestellbestätigung."
        error={faults['orderNumber']}
      >
        {(control) => (
          <TextInput
            {...control}
            name="orderNumber"
            autoComplete="off"
            maxLength={maxLengths.orderNumber}
            defaultValue={given?.orderNumber}
          />
        )}
      </Field>
      <Field id="details" label={labels.details} error={faults['details']}>
        {(control) => (
          <TextArea
            {...control}
            name="details"
            rows={3}
            maxLength={maxLengths.details}
            defaultValue={given?.details}
          />
        )}
      </Field>
      <Honeypot />
      <Button type="submit">Weiter zur Prüfung</Button>
    </form>
  )
}
