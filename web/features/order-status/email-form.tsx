import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { EmailInput } from '#web/ui/form/email-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { entryOf } from '#web/features/order-status/parts/entry-of.ts'
import { useFocusOnMount, useFocusWhenClosed } from '#web/features/order-status/parts/focus.ts'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { changeEmail, failureText } from './status-requests.ts'

interface EmailFormProps {
  email: string
  canChange: boolean
  access: string
  onSaved: () => void
  onLocked: () => void
}

/** Shows where e-mails go, and corrects the address. */
export function EmailForm({ email, canChange, ...form }: EmailFormProps) {
  const [open, setOpen] = useState(false)
  const opener = useFocusWhenClosed<HTMLButtonElement>(open)
  return (
    <Panel id="e-mail" title="E-Mail-Adresse">
      <p className="break-words">
        Nachrichten zu diesem Auftrag gehen an <strong>{email}</strong>.
      </p>
      {canChange && !open && (
        <div>
          <Button ref={opener} look="secondary" onClick={() => setOpen(true)}>
            E-Mail-Adresse korrigieren
          </Button>
        </div>
      )}
      {open && <NewAddress {...form} onClose={() => setOpen(false)} />}
    </Panel>
  )
}

type NewAddressProps = Pick<EmailFormProps, 'access' | 'onSaved' | 'onLocked'> & { onClose: () => void }

function NewAddress({ access, onSaved, onLocked, onClose }: NewAddressProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [error, setError] = useState<string>()
  const ref = useFocusOnMount<HTMLFormElement>('input')

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const entered = entryOf(event.currentTarget, 'email')
    setBusy(true)
    setFailure(undefined)
    setError(undefined)
    const result = await changeEmail(access, entered)
    setBusy(false)
    if (result.kind === 'ok') {
      onClose()
      onSaved()
    } else if (result.kind === 'invalid') setError(result.issues[0]?.message ?? failureText('invalid'))
    else if (result.kind === 'locked') onLocked()
    else setFailure(failureText(result.kind))
  }

  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      {failure && <Failure>{failure}</Failure>}
      <Field
        id="neue-email"
        label="Neue E-Mail-Adresse"
        required
        error={error}
        hint="Die Änderung bestätigen wir an die bisherige Adresse."
      >
        {(control) => <EmailInput {...control} name="email" />}
      </Field>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button type="submit" disabled={busy}>
          {busy && <Spinner />}
          Adresse speichern
        </Button>
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}
