import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { keptQuery } from '#domain/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { handOver } from './hand-over.ts'
import { requestCheckout } from './order-requests.ts'
import { keptRunOf } from './open-runs.ts'

/** Hands the order over to the payment page. Who has no order or run of his own here goes home (DESIGN 10.15). */
export function Component() {
  const { funnelType = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const asked = useRef(false)
  useDocumentTitle('Weiterleitung zur Zahlung – Formlotse')

  const goHome = () => navigate(`/${keptQuery(search)}`, { replace: true })

  const leave = async () => {
    const run = keptRunOf(funnelType)
    const orderId = new URLSearchParams(search).get('order')
    if (!run || !orderId) return goHome()
    setFailed(false)
    // The order that this very run was told of is there, whatever the service says at the moment.
    const placed = run.order?.id === orderId
    const answer = await (placed ? handOver : requestCheckout)(orderId, run.secret)
    if (answer.kind === 'ready') location.replace(answer.redirectUrl)
    else if (answer.kind === 'closed') await navigate(`/success?order=${orderId}`, { replace: true })
    else if (answer.kind === 'unbillable' || (answer.kind === 'unknown' && !placed)) await goHome()
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
    <div className="mx-auto max-w-xl px-4 py-16 text-center sm:py-24">
      {failed ? (
        <div
          role="alert"
          className="grid justify-items-center gap-4 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-10"
        >
          <h1 className="text-xl font-bold">Die Zahlungsseite ist gerade nicht erreichbar</h1>
          <p className="text-muted">
            Ihr Auftrag ist sicher bei uns eingegangen. Bitte versuchen Sie es noch einmal. Wenn es nicht
            klappt,{' '}
            <Link
              to={`/kontakt${keptQuery(search)}`}
              className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
            >
              schreiben Sie uns
            </Link>
            .
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
