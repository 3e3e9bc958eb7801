import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { invitationSchema } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { AccountError, request } from './api.ts'
import { NarrowPage, PasswordField, card } from './parts.tsx'
import { useAccountRequest } from './queries.ts'
import { failureText } from './words.ts'

/** Page of a one-time link, whose token is the fragment of the URL. A user sets the password here. */
export function InvitationPage() {
  useDocumentTitle('Passwort wählen – Formlotse')
  // A second link that is opened in the same tab changes only the fragment.
  const token = useLocation().hash.slice(1)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => request(['POST', 'account/invitation', { token }], invitationSchema),
  })
  if (invitation.data) return <PasswordForm key={token} token={token} {...invitation.data} />
  const { error } = invitation
  const hasEnded = error instanceof AccountError && [400, 410].includes(error.status)
  return (
    <NarrowPage>
      <div className={card}>
        <h1 className="text-xl font-bold">{hasEnded ? 'Dieser Link gilt nicht mehr' : 'Passwort wählen'}</h1>
        {hasEnded ? (
          <p>
            Er wurde schon benutzt, ersetzt oder ist abgelaufen. Bitte lassen Sie sich einen neuen schicken.
          </p>
        ) : (
          <output>{error ? failureText(error) : 'Wird geladen …'}</output>
        )}
      </div>
    </NarrowPage>
  )
}

interface PasswordFormProps {
  token: string
  name: string
  email: string
  isNew: boolean
}

function PasswordForm({ token, name, email, isNew }: PasswordFormProps) {
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const accept = useAccountRequest<{ token: string; password: string }>('invitation/accept')
  const error = accept.error ? failureText(accept.error) : undefined
  return (
    <NarrowPage>
      <form
        className={card}
        onSubmit={(event) => {
          event.preventDefault()
          if (accept.isPending) return
          accept.mutate({ token, password }, { onSuccess: () => void navigate('/', { replace: true }) })
        }}
      >
        <div>
          <h1 className="text-xl font-bold">{isNew ? `Willkommen, ${name}` : 'Neues Passwort wählen'}</h1>
          <p className="mt-1 text-sm text-muted">
            Sie melden sich künftig mit {email} und diesem Passwort an.
          </p>
        </div>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          id="passwort"
          label="Passwort"
          value={password}
          onChange={setPassword}
          isNew
          error={error}
        />
        <Button type="submit" disabled={accept.isPending}>
          {accept.isPending ? 'Wird gespeichert …' : 'Passwort speichern'}
        </Button>
      </form>
    </NarrowPage>
  )
}
