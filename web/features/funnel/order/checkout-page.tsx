import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { requestCheckoutWithRetries } from './checkout-retries.ts'
import { requestCheckout } from './order-requests.ts'
import { storedRunOf } from '#web/features/funnel/run/open-runs.ts'

/**
 * Page that redirects to one of these pages:
 *
 * - the payment page of the order
 * - the success page if no payment is due
 * - the home page if the order cannot be paid from this browser
 */
export function Component() {
  const { funnelType = '' } = useParams()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [failed, setFailed] = useState(false)
  const started = useRef(false)
  useDocumentTitle('Weiterleitung zur Zahlung – Formlotse')

  const goHome = () => navigate(`/${keptQuery(search)}`, { replace: true })

  const leave = async () => {
    const run = storedRunOf(funnelType)
    const orderId = new URLSearchParams(search).get('order')
    if (!run || !orderId) return goHome()
    setFailed(false)
    // The browser stores an order only after the service has confirmed it. If the service nevertheless does not find
    // the order, the `start` event of the run may not have arrived yet. The request is therefore retried.
    const placed = run.order?.id === orderId
    const outcome = await (placed ? requestCheckoutWithRetries : requestCheckout)(orderId, run.secret)
    if (outcome.kind === 'ready') location.replace(outcome.redirectUrl)
    else if (outcome.kind === 'closed') await navigate(`/success?order=${orderId}`, { replace: true })
    else if (outcome.kind === 'unbillable' || (outcome.kind === 'unknown' && !placed)) await goHome()
    else setFailed(true)
  }

  useReturn(funnelType)

  useEffect(() => {
    if (started.current) return
    started.current = true
    void leave()
    // The effect must run only once. If the request fails, the visitor can retry with the button.
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

/**
 * Opens the funnel when the visitor returns from the payment page and the browser restores this page from its
 * back/forward cache. Otherwise, this page would announce a redirect that never comes. The funnel is loaded anew,
 * because the order may have been paid meanwhile.
 */
function useReturn(funnelType: string) {
  const { search } = useLocation()
  useEffect(() => {
    const slug = funnelEntries.find(({ type }) => type === funnelType)?.slug ?? ''
    const onShow = ({ persisted }: PageTransitionEvent) =>
      persisted && location.replace(`/${slug}${keptQuery(search)}`)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [funnelType, search])
}
