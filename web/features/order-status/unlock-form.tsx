import { type FormEvent, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { entryOf } from '#web/features/order-status/parts/entry-of.ts'
import { Failure } from '#web/ui/panel.tsx'
import { type Result, failureText, lookUp, unlock } from './status-requests.ts'
import type { AccessResponse } from '#domain/orders/status-contract.ts'

interface UnlockProps {
  /** Token of the status link. Without it, the form also asks for the order number and the e-mail address. */
  token: string | undefined
  /** Notice above the form, for example that the access has expired. */
  notice?: string | undefined
  onUnlocked: (access: string) => void
}

const proofHint = 'Zum Beispiel 50667 oder 17.05.1990.'

/** Form that opens the personal data of an order. */
export function UnlockForm({ token, notice, onUnlocked }: UnlockProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState(notice)

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const entry = (name: string) => entryOf(form, name)
    const proof = entry('nachweis')
    if (!proof || (!token && !(entry('auftragsnummer') && entry('email')))) {
      setFailure('Bitte füllen Sie alle Felder aus.')
      return
    }
    setBusy(true)
    setFailure(undefined)
    const result: Result<AccessResponse> = token
      ? await unlock(token, proof)
      : await lookUp({ number: entry('auftragsnummer'), email: entry('email'), proof })
    setBusy(false)
    if (result.kind === 'ok') onUnlocked(result.value.access)
    else setFailure(failureText(result.kind))
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {failure && <Failure>{failure}</Failure>}
      {!token && (
        <>
          <Field
            id="auftragsnummer"
            label="Auftragsnummer"
            required
            hint="Sie beginnt mit FL- und steht in jeder unserer E-Mails."
          >
            {(control) => (
              <TextInput {...control} name="auftragsnummer" autoComplete="off" autoCapitalize="characters" />
            )}
          </Field>
          <Field id="email" label="E-Mail-Adresse des Auftrags" required>
            {(control) => <TextInput {...control} name="email" type="email" autoComplete="email" />}
          </Field>
        </>
      )}
      <Field id="nachweis" label="Postleitzahl oder Geburtsdatum" required hint={proofHint}>
        {(control) => <TextInput {...control} name="nachweis" autoComplete="off" className="max-w-xs" />}
      </Field>
      <div>
        <Button type="submit" disabled={busy}>
          {busy && <Spinner />}
          {token ? 'Angaben und Dokumente öffnen' : 'Auftrag öffnen'}
        </Button>
      </div>
    </form>
  )
}
