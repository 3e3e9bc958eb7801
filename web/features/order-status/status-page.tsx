import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { StatusResponse } from '#domain/orders/status-contract.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { OrderView } from './order-view.tsx'
import { Failure, Panel } from '#web/ui/panel.tsx'
import { type Credentials, failureText, fetchState } from './status-requests.ts'
import { UnlockForm } from './unlock-form.tsx'

/**
 * Page on which customers follow their order. The token of the link in the e-mails is in the fragment. Without it, the
 * page asks for the order number, the e-mail address and the postal code or birth date.
 */
export function Component() {
  const token = useLocation().hash.slice(1) || undefined
  // The key discards the state of an order when another link is opened in the same tab.
  return <StatusOf key={token ?? ''} token={token} />
}

function StatusOf({ token }: { token: string | undefined }) {
  const [access, setAccess] = useState<string>()
  const [expired, setExpired] = useState(false)
  const { state, failure, refresh } = useOrderState({ token, access })
  useDocumentTitle(`${state ? state.title : 'Ihr Auftrag'} – Formlotse`)

  if (state)
    return (
      <OrderView
        state={state}
        token={token}
        access={access}
        expired={expired}
        onUnlocked={(opened) => {
          setAccess(opened)
          setExpired(false)
        }}
        onLocked={() => setExpired(true)}
        refresh={refresh}
      />
    )
  if (token && !failure)
    return (
      <output className="mx-auto grid max-w-xl justify-items-center gap-5 px-4 py-24 text-center">
        <Spinner className="size-12 text-leaf-700" />
        <h1 className="text-xl font-bold">Einen Moment bitte</h1>
        <p className="text-muted">Wir sehen nach, wie es um Ihren Auftrag steht.</p>
      </output>
    )
  return (
    <div className="mx-auto grid max-w-2xl gap-6 px-4 py-12 sm:px-6 sm:py-16">
      <h1 className="text-2xl font-bold tracking-tight text-leaf-900 sm:text-3xl">Ihr Auftrag</h1>
      {failure && <Failure>{failure}</Failure>}
      <Panel id="auftrag-suchen" title="Auftrag öffnen">
        <p className="text-muted">
          Am einfachsten öffnen Sie Ihren Auftrag mit dem Link in unseren E-Mails. Haben Sie ihn nicht zur
          Hand, genügen diese Angaben.
        </p>
        <UnlockForm token={undefined} onUnlocked={setAccess} />
      </Panel>
    </div>
  )
}

/** Loads the state of an order as soon as there is a token or an access. `refresh` loads it again and returns it. */
function useOrderState({ token, access }: Credentials) {
  const [state, setState] = useState<StatusResponse>()
  const [failure, setFailure] = useState<string>()
  const refresh = useCallback(async () => {
    const loaded = await fetchState(token ? { token } : { access })
    if (loaded.kind === 'ok') {
      setState(loaded.value)
      setFailure(undefined)
      return loaded.value
    }
    setFailure(failureText(loaded.kind))
    return undefined
  }, [token, access])
  useEffect(() => {
    // The state arrives after the response of the service, not within the effect.
    // oxlint-disable-next-line react/set-state-in-effect
    if (token || access) void refresh()
  }, [token, access, refresh])
  return { state, failure, refresh }
}
