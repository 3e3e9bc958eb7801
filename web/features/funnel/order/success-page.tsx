import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { euro } from '#web/ui/euro.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { textsFor } from './order-texts.tsx'
import { storedRunOf } from '#web/features/funnel/run/open-runs.ts'
import { type ShownOrder, useOrder } from './use-order.ts'

/** Page with the status of an order. The URL contains the order id; the status is requested from the service. */
export function Component() {
  const [query] = useSearchParams()
  const kept = keptQuery(useLocation().search)
  const id = query.get('order')
  const state = useOrder(id)
  const { title, text, mark } = textsFor(state)
  const { order, overdue } = state
  const payment = order && overdue ? paymentOf(order, id) : undefined
  useDocumentTitle(`${title} – Formlotse`)
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:py-24">
      <div className="grid justify-items-center gap-4 rounded-2xl border border-line bg-surface p-6 text-center shadow-card sm:p-10">
        {mark}
        <output className="grid gap-3">
          <h1 className="text-xl font-bold sm:text-2xl">{title}</h1>
          <p className="text-pretty text-muted">{text}</p>
        </output>
        {order && <OrderFacts order={order} />}
        <div className="flex flex-col gap-3 sm:flex-row">
          {payment && (
            <Link to={payment + kept.replace('?', '&')} className={buttonClass()}>
              Zahlung fortsetzen
            </Link>
          )}
          <Link to={`/${kept}`} className={buttonClass(order?.status === 'paid' ? 'primary' : 'secondary')}>
            Zurück zur Startseite
          </Link>
        </div>
      </div>
    </div>
  )
}

/** Returns the URL of the payment page if the order is unpaid and was placed on this device. */
function paymentOf({ funnel, status }: ShownOrder, id: string | null): string | undefined {
  const placed = storedRunOf(funnel)?.order
  return status === 'ordered' && placed?.id === id ? placed?.checkoutUrl : undefined
}

function OrderFacts({ order }: { order: ShownOrder }) {
  const rows = [
    ['Auftragsnummer', order.number],
    ['Leistung', order.product],
    ['Gesamtpreis inkl. MwSt.', euro(order.priceCents)],
  ]
  return (
    <dl className="w-full divide-y divide-line rounded-xl bg-leaf-50 px-5 text-left text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 py-3">
          <dt className="text-muted">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
