import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { ProviderLogin } from '#web/ui/form/provider-login.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { NarrowPage, PasswordField, card } from './parts.tsx'
import { useAccountRequest } from './queries.ts'
import { failureText } from './words.ts'

interface LoginPageProps {
  /** Says why a login at the provider has failed. */
  note: ReactNode
  /** Page that is shown after a login at the provider; by default the current one. */
  returnTo: string | undefined
}

/** Login with e-mail address and password. It does not change the URL, so the requested page is shown afterwards. */
export function LoginPage({ note, returnTo }: LoginPageProps) {
  useDocumentTitle('Anmelden – Konto – Formlotse')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useAccountRequest<{ email: string; password: string }>('login')
  const error = login.error ? failureText(login.error) : undefined
  return (
    <NarrowPage>
      <form
        className={card}
        onSubmit={(event) => {
          event.preventDefault()
          if (!login.isPending) login.mutate({ email: email.trim(), password })
        }}
      >
        <div>
          <h1 className="text-xl font-bold">Anmelden</h1>
          <p className="mt-1 text-sm text-muted">
            Mit Ihrem eigenen Zugang. Wer ein neues Passwort braucht, bekommt von der Verwaltung einen Link.
          </p>
        </div>
        {note}
        <Field id="email" label="E-Mail-Adresse" required>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="username"
              required
              maxLength={254}
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
          )}
        </Field>
        <PasswordField id="passwort" label="Passwort" value={password} onChange={setPassword} error={error} />
        <output className="sr-only">{error}</output>
        <Button type="submit" disabled={login.isPending}>
          {login.isPending ? 'Wird geprüft …' : 'Anmelden'}
        </Button>
        <ProviderLogin returnTo={returnTo} />
      </form>
    </NarrowPage>
  )
}
