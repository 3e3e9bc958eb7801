import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import { adoptDraft } from '#web/features/funnel/run/open-runs.ts'
import { PhotoForm } from './photo-form.tsx'
import { type ReceiveFailure, type Received, forgetReceived, receive, wouldReplace } from './received.ts'

const failures: Record<ReceiveFailure, string> = {
  incomplete:
    'Der Link ist unvollständig. Bitte scannen Sie den Code noch einmal oder öffnen Sie den ganzen Link.',
  unknown:
    'Dieser Link gilt nicht mehr. Er gilt 24 Stunden und nur so lange, bis auf dem ersten Gerät ein neuer erzeugt wird. Bitte erzeugen Sie dort einen neuen.',
  alreadyRead:
    'Dieser Link wurde schon benutzt; er gilt nur einmal. Bitte erzeugen Sie auf dem ersten Gerät einen neuen.',
  ordered: 'Zu diesem Antrag ist der Auftrag schon erteilt. Sie können dieses Fenster schließen.',
  outdated:
    'Dieser Entwurf lässt sich hier nicht öffnen. Bitte laden Sie die Seite auf dem ersten Gerät neu und erzeugen Sie dort einen neuen Code.',
  busy: 'Im Moment kommen sehr viele Anfragen an. Bitte warten Sie einen Augenblick und versuchen Sie es erneut.',
  offline: 'Keine Verbindung. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es erneut.',
}

/** Page that another device opens with a link, to continue a draft or to photograph a document for it. */
export function Component() {
  const { received, failure, retry } = useReceived()
  useDocumentTitle('Weiter auf diesem Gerät – Formlotse')
  if (received?.field !== undefined) return <PhotoForm received={received} field={received.field} />
  if (received) return <Continue received={received} />
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-16 sm:px-6">
      {failure ? (
        <>
          <h1 className="text-2xl font-bold tracking-tight text-leaf-900">Weiter auf diesem Gerät</h1>
          <Failure>{failures[failure]}</Failure>
          {(failure === 'busy' || failure === 'offline') && <Button onClick={retry}>Erneut versuchen</Button>}
        </>
      ) : (
        <output className="grid justify-items-center gap-5 text-center">
          <Spinner className="size-12 text-leaf-700" />
          <h1 className="text-xl font-bold">Ihr Antrag wird geöffnet</h1>
        </output>
      )}
    </div>
  )
}

/** Receives what the link in the address bar hands over. The link is removed from there at once. */
function useReceived() {
  const [received, setReceived] = useState<Received>()
  const [failure, setFailure] = useState<ReceiveFailure>()
  const [fragment] = useState(() => location.hash.slice(1))
  const reading = useRef(false)
  const read = useCallback(async () => {
    if (reading.current) return
    reading.current = true
    const outcome = await receive(fragment)
    reading.current = false
    if (typeof outcome === 'string') setFailure(outcome)
    else setReceived(outcome)
  }, [fragment])
  useEffect(() => {
    // Otherwise, the history of the browser would contain the key.
    history.replaceState(history.state, '', location.pathname)
    // The state changes when the service has answered, not within the effect.
    // oxlint-disable-next-line react/set-state-in-effect
    void read()
  }, [read])
  const retry = () => {
    setFailure(undefined)
    void read()
  }
  return { received, failure, retry }
}

/** Opens the wizard with the received draft. If this device has another draft of the funnel, asks first. */
function Continue({ received }: { received: Received }) {
  const navigate = useNavigate()
  const [asks] = useState(() => wouldReplace(received))
  const { funnel, draft } = received
  const open = useCallback(() => {
    adoptDraft(funnel, draft)
    forgetReceived()
    void navigate(stepPath(funnel, draft.history.at(-1) ?? 1), { replace: true })
  }, [funnel, draft, navigate])
  useEffect(() => {
    if (!asks) open()
  }, [asks, open])
  if (!asks) return null
  return (
    <div className="mx-auto grid max-w-xl gap-5 px-4 py-16 sm:px-6">
      <h1 className="text-2xl font-bold tracking-tight text-leaf-900">Entwurf ersetzen?</h1>
      <p>
        Auf diesem Gerät gibt es schon einen Entwurf für „{funnel.title}“. Wenn Sie weitermachen, wird er
        durch den des anderen Geräts ersetzt.
      </p>
      <div className="flex flex-col gap-3 xs:flex-row">
        <Button onClick={open}>Entwurf ersetzen</Button>
        <Button
          look="secondary"
          onClick={() => {
            forgetReceived()
            void navigate(stepPath(funnel, 1), { replace: true })
          }}
        >
          Hiesigen Entwurf behalten
        </Button>
      </div>
    </div>
  )
}
