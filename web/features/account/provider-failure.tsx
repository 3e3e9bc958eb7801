import { useSearchParams } from 'react-router-dom'
import { type ProviderFailure, failureParameter } from '#domain/users/provider-login.ts'

const texts: Record<ProviderFailure, string> = {
  cancelled: 'Die Anmeldung wurde abgebrochen.',
  expired:
    'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Bitte beginnen Sie sie noch einmal.',
  unavailable:
    'Der Anmeldedienst ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  refused:
    'Mit diesem Konto gibt es hier keinen Zugang. Bitte lassen Sie sich von der Verwaltung unter der bestätigten E-Mail-Adresse dieses Kontos einladen.',
  failed:
    'Die Anmeldung hat nicht geklappt. Wenn es wieder passiert, wenden Sie sich bitte an die Verwaltung.',
  'too-many-requests':
    'Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
}

/** Says why the login at the provider failed; empty if none did. */
export function ProviderFailureNote() {
  const [query] = useSearchParams()
  const code = query.get(failureParameter) ?? ''
  return (
    <p role="alert" className="rounded-lg bg-amber-soft p-3 text-sm text-amber empty:hidden">
      {Object.hasOwn(texts, code) ? texts[code as ProviderFailure] : ''}
    </p>
  )
}
