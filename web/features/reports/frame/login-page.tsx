import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { useLogin } from './session.ts'

/** Login form. It does not change the URL, so the requested page is shown after the login. */
export function LoginPage({ hasEnded }: { hasEnded: boolean }) {
  useDocumentTitle('Anmelden – Berichte – Formlotse')
  const [password, setPassword] = useState('')
  const login = useLogin()
  const error = login.error ? messageOf(login.error) : undefined
  return (
    <form
      className="grid gap-5 rounded-2xl border border-line bg-surface p-6 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        if (!login.isPending) login.mutate(password)
      }}
    >
      <div>
        <h1 className="text-xl font-bold">Berichte</h1>
        {hasEnded && (
          <p role="alert" className="mt-2 rounded-lg bg-amber-soft p-3 text-sm text-amber">
            Ihre Sitzung ist abgelaufen. Nach dem Anmelden sehen Sie wieder dieselbe Seite.
          </p>
        )}
        <p className="mt-1 text-sm text-muted">Bitte melden Sie sich mit dem Passwort für die Berichte an.</p>
      </div>
      <Field id="passwort" label="Passwort" required error={error}>
        {(control) => (
          <TextInput
            {...control}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        )}
      </Field>
      <output className="sr-only">{error}</output>
      <Button type="submit" disabled={login.isPending}>
        {login.isPending ? 'Wird geprüft …' : 'Anmelden'}
      </Button>
    </form>
  )
}

/** Returns the error message for a failed login. Exported for tests. */
export function messageOf(error: Error): string {
  if (!(error instanceof ReportError))
    return 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.'
  if (error.status === 429)
    return `Zu viele Versuche. Bitte warten Sie ${error.retryAfter ?? 60} Sekunden und versuchen Sie es dann noch einmal.`
  if (error.status === 401 || error.status === 400) return 'Das Passwort stimmt nicht.'
  return 'Die Anmeldung ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.'
}
