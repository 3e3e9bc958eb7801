import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type ProviderFailure,
  failureParameter,
  logoutIncomplete,
  returnParameter,
} from '#domain/users/provider-login.ts'

type Failure = ProviderFailure | typeof logoutIncomplete

const texts: Record<Failure, string> = {
  cancelled: 'Die Anmeldung wurde abgebrochen.',
  expired:
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie sie noch einmal.',
  unavailable:
    'Die Anmeldung mit diesem Konto ist gerade nicht möglich. Bitte versuchen Sie es in einigen Minuten noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  refused:
    'Mit diesem Konto gibt es hier keinen Zugang. Bitte lassen Sie sich von der Verwaltung unter der bestätigten E-Mail-Adresse dieses Kontos einladen.',
  failed:
    'Die Anmeldung hat nicht geklappt. Wenn es wieder passiert, wenden Sie sich bitte an die Verwaltung.',
  'too-many-requests':
    'Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  [logoutIncomplete]:
    'Hier sind Sie abgemeldet, beim Anmeldedienst vielleicht noch nicht. An einem fremden Gerät melden Sie sich bitte auch dort ab.',
}

interface FailedLogin {
  /** Why the login at the provider failed, or the logout there; empty if none did. */
  text: string
  /** Page that was requested before; undefined if there was none. */
  returnTo: string | undefined
}

const none: FailedLogin = { text: '', returnTo: undefined }

function readFailure(query: URLSearchParams): FailedLogin {
  const code = query.get(failureParameter) ?? ''
  const text = Object.hasOwn(texts, code) ? texts[code as Failure] : ''
  return { text, returnTo: query.get(returnParameter) ?? undefined }
}

/**
 * Returns the failed login with which the page was opened, and removes it from the address. It is forgotten as soon as
 * another user, or no user, is logged in. `userId` is who is logged in.
 */
export function useFailedLogin(userId: string | undefined): FailedLogin {
  const [query, setQuery] = useSearchParams()
  const [failed, setFailed] = useState(() => readFailure(query))
  const [seenUserId, setSeenUserId] = useState(userId)
  if (seenUserId !== userId) {
    setSeenUserId(userId)
    setFailed(none)
  }
  const isInAddress = query.has(failureParameter)
  useEffect(() => {
    if (!isInAddress) return
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete(failureParameter)
        after.delete(returnParameter)
        return after
      },
      { replace: true },
    )
  }, [isInAddress, setQuery])
  return failed
}

/** Says why the login or logout at the provider failed; empty if none did. */
export function FailureNote({ text }: Pick<FailedLogin, 'text'>) {
  return (
    <p role="alert" className="rounded-lg bg-amber-soft p-3 text-sm text-amber empty:hidden">
      {text}
    </p>
  )
}
