import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { ProviderLogin } from '#web/ui/form/provider-login.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { DeskError } from './api.ts'
import { useLogin } from './queries.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'

/**
 * Login form for the shared password with a name, or for named users with their e-mail address. The name is recorded
 * with everything that the operator does. `user` is logged in, but the role does not open the page.
 */
export function LoginPage({ isExpired, user }: { isExpired: boolean; user?: string | undefined }) {
  useDocumentTitle('Anmelden – Aufträge – Formlotse')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const login = useLogin()
  const error = login.error ? loginFailure(login.error, name.includes('@')) : undefined
  return (
    <main className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <form
        className="grid gap-5 rounded-2xl border border-line bg-surface p-6 shadow-card"
        onSubmit={(event) => {
          event.preventDefault()
          if (!login.isPending) login.mutate({ name, password })
        }}
      >
        <div>
          <h1 className="text-xl font-bold">Aufträge bearbeiten</h1>
          <p className="mt-1 text-sm text-muted">
            Ihr Name wird ein Jahr lang bei jedem Zugriff auf Kundendaten und jeder Änderung vermerkt.
          </p>
        </div>
        {isExpired && (
          <p role="alert" className="rounded-lg bg-amber-soft px-4 py-3 text-sm text-amber">
            Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.
          </p>
        )}
        {user !== undefined && (
          <p role="alert" className="rounded-lg bg-amber-soft px-4 py-3 text-sm text-amber">
            Der Zugang von {user} öffnet die Aufträge nicht. Zu den{' '}
            <a href="/berichte" className="underline underline-offset-4">
              Berichten
            </a>
          </p>
        )}
        <Field
          id="name"
          label="Ihr Name oder Ihre E-Mail-Adresse"
          required
          hint="Die E-Mail-Adresse Ihres eigenen Zugangs. Ihr Name genügt nur, solange das gemeinsame Passwort gilt."
        >
          {(control) => (
            <TextInput
              {...control}
              autoComplete="username"
              required
              minLength={2}
              maxLength={254}
              value={name}
              onChange={({ target }) => setName(target.value)}
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
    </main>
  )
}

function loginFailure(error: Error, isNamed: boolean): string {
  if (!(error instanceof DeskError)) return failureText(error)
  if (error.code === 'shared-access-off')
    return 'Das gemeinsame Passwort ist abgeschaltet. Bitte melden Sie sich mit Ihrer E-Mail-Adresse an.'
  if (isNamed && [400, 401].includes(error.status))
    return 'Die E-Mail-Adresse oder das Passwort stimmt nicht.'
  if (error.status === 401) return 'Das Passwort stimmt nicht.'
  return error.status === 400
    ? 'Ohne eigenen Zugang darf der Name nur lateinische Buchstaben, Ziffern, Leerzeichen, Punkt, Apostroph und Bindestrich enthalten.'
    : failureText(error)
}
