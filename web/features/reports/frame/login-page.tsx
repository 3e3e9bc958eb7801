import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { ProviderLogin } from '#web/ui/form/provider-login.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { useLogin } from './session.ts'

/**
 * Login form for the shared password or, with an e-mail address, for named users. It does not change the URL, so the
 * requested page is shown after the login. `user` is logged in, but the role does not open the reports.
 */
export function LoginPage({ hasEnded, user }: { hasEnded: boolean; user?: string | undefined }) {
  useDocumentTitle('Anmelden – Berichte – Formlotse')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useLogin()
  const error = login.error ? messageOf(login.error, login.variables.email !== '') : undefined
  return (
    <form
      className="grid gap-5 rounded-2xl border border-line bg-surface p-6 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        if (!login.isPending) login.mutate({ email: email.trim(), password })
      }}
    >
      <div>
        <h1 className="text-xl font-bold">Berichte</h1>
        {hasEnded && (
          <p role="alert" className="mt-2 rounded-lg bg-amber-soft p-3 text-sm text-amber">
            Ihre Sitzung ist abgelaufen. Nach dem Anmelden sehen Sie wieder dieselbe Seite.
          </p>
        )}
        {user !== undefined && (
          <p role="alert" className="mt-2 rounded-lg bg-amber-soft p-3 text-sm text-amber">
            Der Zugang von {user} öffnet die Berichte nicht. Zu den{' '}
            <a href="/auftraege" className="underline underline-offset-4">
              Aufträgen
            </a>
          </p>
        )}
        <p className="mt-1 text-sm text-muted">
          Bitte melden Sie sich mit Ihrem eigenen Zugang an. Solange das gemeinsame Passwort für die Berichte
          gilt, genügt auch dieses.
        </p>
      </div>
      <Field id="email" label="E-Mail-Adresse" hint="Bleibt beim gemeinsamen Passwort leer">
        {(control) => (
          <TextInput
            {...control}
            type="email"
            autoComplete="username"
            maxLength={254}
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        )}
      </Field>
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
      <ProviderLogin />
    </form>
  )
}

/** Returns the error message for a failed login. Exported for tests. */
export function messageOf(error: Error, isNamed = false): string {
  if (!(error instanceof ReportError))
    return 'Der Dienst ist nicht erreichbar. Bitte versuchen Sie es noch einmal.'
  if (error.status === 429)
    return `Zu viele Versuche. Bitte warten Sie ${error.retryAfter ?? 60} Sekunden und versuchen Sie es dann noch einmal.`
  if (error.type === 'shared-access-off')
    return 'Das gemeinsame Passwort ist abgeschaltet. Bitte melden Sie sich mit Ihrer E-Mail-Adresse an.'
  if (error.status === 401 || error.status === 400)
    return isNamed ? 'Die E-Mail-Adresse oder das Passwort stimmt nicht.' : 'Das Passwort stimmt nicht.'
  return 'Die Anmeldung ist gerade nicht möglich. Bitte versuchen Sie es später noch einmal.'
}
