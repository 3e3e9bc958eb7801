import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { funnelByType } from '#domain/funnels/index.ts'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { requestCheckout } from './order-requests.ts'
import { keptRunOf } from './run-store.ts'

/** Hands the order over to the payment page. Who has no order or run of his own here goes home (DESIGN 10.15). */
export function Component() {
  const { funnelType = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const asked = useRef(false)
  useDocumentTitle('Weiterleitung zur Zahlung – Formlotse')

  const leave = async () => {
    const funnel = funnelByType(funnelType)
    const secret = funnel && keptRunOf(funnel)?.secret
    const order = new URLSearchParams(search).get('order')
    const home = () => navigate(`/${keptQuery(search)}`, { replace: true })
    if (!secret || !order) return home()
    setFailed(false)
    const answer = await requestCheckout(order, secret)
    if (answer.kind === 'ready') location.replace(answer.redirectUrl)
    else if (answer.kind === 'closed') await navigate(`/success?order=${order}`, { replace: true })
    else if (answer.kind === 'unknown') await home()
    else setFailed(true)
  }

  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void leave()
    // Once; another try is the visitor's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-5 px-4 py-24 text-center">
      {failed ? (
        <div role="alert" className="grid justify-items-center gap-4">
          <h1 className="text-xl font-bold">Die Zahlungsseite ist gerade nicht erreichbar</h1>
          <p className="text-muted">
            Ihr Auftrag ist sicher bei uns eingegangen. Bitte versuchen Sie es noch einmal.
          </p>
          <Button onClick={() => void leave()}>Erneut versuchen</Button>
        </div>
      ) : (
        <output className="grid justify-items-center gap-5">
          <Spinner className="size-12 text-leaf-700" />
          <h1 className="text-xl font-bold">Weiterleitung zur Zahlung...</h1>
          <p className="text-muted">Sie werden automatisch zur sicheren Zahlungsseite weitergeleitet.</p>
        </output>
      )}
    </div>
  )
}
