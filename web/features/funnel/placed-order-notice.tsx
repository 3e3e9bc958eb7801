import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { PlacedOrder } from '#web/features/funnel/run/draft.ts'

/**
 * Notice shown instead of the form if the order has already been placed, for example when the visitor returns from the
 * payment page. It prevents ordering twice by accident.
 */
export function PlacedOrderNotice({ order, onRestart }: { order: PlacedOrder; onRestart: () => void }) {
  useDocumentTitle('Ihr Auftrag ist eingegangen – Formlotse')
  const notice = useRef<HTMLElement>(null)
  useEffect(() => {
    notice.current?.focus({ preventScroll: true })
    // Wait until the browser has restored the scroll position. Otherwise, the page would stay at the order button.
    const timer = setTimeout(() => window.scrollTo({ top: 0 }), 100)
    return () => clearTimeout(timer)
  }, [])
  const kept = keptQuery(useLocation().search)
  return (
    <section
      ref={notice}
      tabIndex={-1}
      className="grid gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <h1 className="text-lg font-bold sm:text-xl">Ihr Auftrag ist eingegangen</h1>
      <p>
        Auftragsnummer <strong className="tabular-nums">{order.number}</strong>. Es fehlt nur noch die
        Zahlung; danach geht Ihr Antrag auf den Weg.
      </p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Link to={order.checkoutUrl + kept.replace('?', '&')} className={buttonClass()}>
          Weiter zur Zahlung
        </Link>
        <Button look="secondary" onClick={onRestart}>
          Neuen Antrag beginnen
        </Button>
      </div>
    </section>
  )
}
