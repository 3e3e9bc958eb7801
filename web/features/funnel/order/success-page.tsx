import { Link, useLocation, useSearchParams } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { storedRunOf } from '#web/features/funnel/run/open-runs.ts'
import { OrderFacts } from './order-facts.tsx'
import { OrderLinks } from './order-links.tsx'
import { NextSteps } from './next-steps.tsx'
import { OwnDocuments } from './own-documents.tsx'
import { textsFor } from './order-texts.tsx'
import { type ShownOrder, useOrder } from './use-order.ts'

/**
 * Page with the state of an order. The URL contains the order id; the state is requested from the service. In the tab in
 * which the order was placed, the page also shows for whom it is, where e-mails go, and the documents.
 */
export function Component() {
  const [query] = useSearchParams()
  const kept = keptQuery(useLocation().search)
  const id = query.get('order')
  const state = useOrder(id)
  const { title, text, mark } = textsFor(state)
  const { order, secret, overdue } = state
  const isDone = order?.status === 'paid' || order?.status === 'sent'
  const links = order && <OrderLinks order={order} home={`/${kept}`} />
  const payment = order && overdue ? paymentOf(order, id) : undefined
  useDocumentTitle(`${title} – Formlotse`)
  return (
    <div className="mx-auto grid max-w-5xl gap-6 px-4 py-10 sm:px-6 sm:py-16">
      <div
        className={classNames(
          'grid justify-items-center gap-4 rounded-2xl border p-6 text-center shadow-card sm:p-10',
          isDone ? 'border-leaf-800 bg-leaf-800 text-white' : 'border-line bg-surface text-leaf-900',
        )}
      >
        {mark}
        <output className="grid max-w-2xl gap-3">
          <h1 className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">{title}</h1>
          <p className={classNames('text-lg text-pretty', isDone ? 'text-leaf-100' : 'text-muted')}>{text}</p>
          {isDone && (
            <p className="text-lg">
              Auftragsnummer <strong className="whitespace-nowrap tabular-nums">{order.number}</strong>
            </p>
          )}
        </output>
        {payment && (
          <Link to={payment + kept.replace('?', '&')} className={buttonClass()}>
            Zahlung fortsetzen
          </Link>
        )}
        {!order && (
          <Link to={`/${kept}`} className={buttonClass('secondary')}>
            Zurück zur Startseite
          </Link>
        )}
      </div>
      {order && (
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div className="grid gap-6">
            <OrderFacts order={order} />
            {id && secret && order.documents && (
              <OwnDocuments
                orderId={id}
                secret={secret}
                status={order.status}
                documents={order.documents}
                isLate={state.withoutDocuments}
              />
            )}
            {!secret && links}
          </div>
          <div className="grid gap-6">
            <NextSteps order={order} />
            {secret && links}
          </div>
        </div>
      )}
    </div>
  )
}

/** Returns the URL of the payment page if the order is unpaid and was placed on this device. */
function paymentOf({ funnel, status }: ShownOrder, id: string | null): string | undefined {
  const placed = storedRunOf(funnel)?.order
  return status === 'ordered' && placed?.id === id ? placed?.checkoutUrl : undefined
}
