import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { PlacedOrder } from '#web/features/funnel/run/draft.ts'

interface PlacedOrderNoticeProps {
  order: PlacedOrder
  /** Whether the order was placed before, so that it may lack values that the visitor has entered in this tab. */
  isEarlier: boolean
  onRestart: () => void
}

/**
 * Notice shown instead of the form if the order has already been placed, for example when the visitor returns from the
 * payment page. It prevents ordering twice by accident.
 */
export function PlacedOrderNotice({ order, isEarlier, onRestart }: PlacedOrderNoticeProps) {
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
        Zahlung; danach kommt Ihr Antrag als PDF, und der Brief geht zur Post.
      </p>
      {isEarlier && (
        <p role="alert" className="rounded-xl border border-amber bg-amber-soft p-4">
          <strong>Diesen Auftrag haben Sie schon vorher erteilt,</strong> zum Beispiel in einem anderen Tab.
          Er enthält die Angaben von damals. Was Sie hier danach geändert haben, gehört nicht dazu. Die
          meisten Angaben können Sie nach der Zahlung auf der Statusseite ändern, bis wir den Brief übergeben.
        </p>
      )}
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
