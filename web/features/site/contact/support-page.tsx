import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import {
  concerns,
  errorsByField,
  maxLengths,
  supportPath,
  supportRequestSchema,
} from '#domain/site/contact-contract.ts'
import { orderNumberIn } from '#domain/site/support-link.ts'
import { supportHours, supportPromise, supportThanks } from '#domain/site/support-hours.ts'
import { loadProviderText } from '#web/features/site/provider/provider.ts'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmailInput } from '#web/ui/form/email-input.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { notify } from '#web/ui/notify.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { FormFailure, FormPage, Honeypot, useFaultList } from './form-parts.tsx'
import { sendForm } from './send-form.ts'

const failed =
  'Es gab einen Fehler beim Senden Ihrer Nachricht. Bitte versuchen Sie es erneut oder kontaktieren Sie uns direkt per E-Mail.'
const tooOften = 'Das waren viele Nachrichten in kurzer Zeit. Bitte versuchen Sie es in einer Minute erneut.'

export function Component() {
  useDocumentTitle('Support & Kontakt – Formlotse')
  const { email } = use(loadProviderText())
  return (
    <FormPage
      title="Support & Kontakt"
      lead={
        <p>
          {supportPromise} {supportHours} Sie können uns auch direkt schreiben: <MailLink address={email} />
        </p>
      }
    >
      <SupportForm />
    </FormPage>
  )
}

const labels = {
  name: 'Name',
  email: 'E-Mail-Adresse',
  anliegen: 'Anliegen',
  orderNumber: 'Auftragsnummer (freiwillig)',
  message: 'Nachricht',
}

function SupportForm() {
  const { faults, failure, sending, submit, list } = useSupportForm()
  const orderNumber = useLinkedOrder()
  return (
    <form method="post" action={supportPath} noValidate onSubmit={submit} className="grid gap-6">
      <h2 className="text-lg font-bold">Ihre Nachricht</h2>
      {list}
      <p className="text-sm text-muted">Angaben mit einem Stern (*) werden benötigt.</p>
      <Field id="name" label={labels.name} required error={faults['name']}>
        {(control) => <TextInput {...control} name="name" autoComplete="name" maxLength={maxLengths.name} />}
      </Field>
      <Field id="email" label={labels.email} required error={faults['email']}>
        {(control) => <EmailInput {...control} name="email" maxLength={maxLengths.email} />}
      </Field>
      <Field id="anliegen" label={labels.anliegen} required error={faults['anliegen']}>
        {(control) => (
          <Select {...control} name="anliegen" defaultValue="">
            <option value="">Bitte wählen</option>
            {concerns.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        id="orderNumber"
        label={labels.orderNumber}
        hint="Wenn es um eine Bestellung geht. Sie beginnt mit FL- und steht in Ihrer Bestellbestätigung."
        error={faults['orderNumber']}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={orderNumber}
            name="orderNumber"
            autoComplete="off"
            maxLength={maxLengths.orderNumber}
          />
        )}
      </Field>
      <Field id="message" label={labels.message} required error={faults['message']}>
        {(control) => <TextArea {...control} name="message" rows={6} maxLength={maxLengths.message} />}
      </Field>
      <Honeypot />
      {failure && <FormFailure>{failure}</FormFailure>}
      <Button type="submit" disabled={sending}>
        {sending && <Spinner />}
        {sending ? 'Wird gesendet …' : 'Nachricht senden'}
      </Button>
    </form>
  )
}

/**
 * Returns the ref of the field for the order number, which is filled from the link of the order's page. The page is
 * rendered at build, without a fragment, and visitors can type before it is hydrated.
 */
function useLinkedOrder() {
  const field = useRef<HTMLInputElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    const linked = orderNumberIn(hash).slice(0, maxLengths.orderNumber)
    if (field.current?.value === '' && linked !== '') field.current.value = linked
  }, [hash])
  return field
}

function useSupportForm() {
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string>()
  const [sending, setSending] = useState(false)
  const list = useFaultList(faults, labels)
  const navigate = useNavigate()
  const { search } = useLocation()

  function point(to: Record<string, string>): void {
    setFaults(to)
    list.show()
  }

  async function send(values: object): Promise<void> {
    setSending(true)
    const sent = await sendForm(supportPath, values)
    setSending(false)
    if (sent.ok) {
      notify.success(supportThanks)
      await navigate({ pathname: '/', search })
    } else if (Object.keys(sent.faults).length > 0) point(sent.faults)
    else setFailure(sent.busy ? tooOften : failed)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setFailure(undefined)
    const request = supportRequestSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)))
    if (!request.success) return point(errorsByField(request.error))
    setFaults({})
    void send(request.data)
  }

  return { faults, failure, sending, submit, list: list.element }
}
