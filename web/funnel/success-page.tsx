import { type ReactNode, useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { OrderAnswer } from '#domain/order-contract.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { euro } from '#web/ui/euro.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { requestOrder } from './order-requests.ts'
import { endRunOf, keptRunOf } from './run-store.ts'

/** How the order stands by the service's own word; the address is only asked for its id (DESIGN 10.14). */
export function Component() {
  const [query] = useSearchParams()
  const order = useOrder(query.get('order'))
  const { title, text, mark } = textsFor(order)
  useDocumentTitle(`${title} – Formlotse`)
  return (
    <div className="mx-auto max-w-xl px-4 py-16 sm:py-24">
      <div className="grid justify-items-center gap-4 rounded-2xl border border-line bg-surface p-6 text-center shadow-card sm:p-10">
        {mark}
        <output className="grid gap-3">
          <h1 className="text-xl font-bold sm:text-2xl">{title}</h1>
          <p className="text-muted">{text}</p>
        </output>
        {order && <OrderFacts order={order} />}
        <Link to="/" className={buttonClass(order?.status === 'paid' ? 'primary' : 'secondary')}>
          Zurück zur Startseite
        </Link>
      </div>
    </div>
  )
}

interface ShownOrder extends OrderAnswer {
  /** Name of what was sold. */
  product: string
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

const done = (
  <span className="grid size-16 place-items-center rounded-full bg-leaf-100 text-leaf-700">
    <CheckIcon className="size-9" />
  </span>
)
const waiting = <Spinner className="size-12 text-leaf-700" />

function textsFor(order: ShownOrder | null | undefined): { title: string; text: string; mark: ReactNode } {
  if (order === undefined)
    return { title: 'Einen Moment bitte', text: 'Wir fragen den Stand Ihres Auftrags ab.', mark: waiting }
  if (order === null)
    return {
      title: 'Auftrag nicht gefunden',
      text: 'Zu dieser Adresse kennen wir keinen Auftrag. Bitte öffnen Sie den Link aus Ihrer Bestätigung.',
      mark: null,
    }
  switch (order.status) {
    case 'paid':
      return {
        title: 'Zahlung erfolgreich!',
        text: `Vielen Dank. Ihr Auftrag „${order.product}“ wird jetzt bearbeitet; die Bestätigung erhalten Sie per E-Mail.`,
        mark: done,
      }
    case 'ordered':
      return {
        title: 'Ihre Zahlung wird bestätigt',
        text: 'Ihr Auftrag ist eingegangen. Sobald die Zahlung bestätigt ist, sehen Sie es auf dieser Seite.',
        mark: waiting,
      }
    case 'withdrawn':
      return { title: 'Auftrag widerrufen', text: 'Dieser Auftrag wurde widerrufen.', mark: null }
  }
}

const pauses = [500, 500, 1000, 1000, 2000, 2000, 5000]

/** Asks until nothing is due any more: the payment is reported a moment after the visitor is back. */
function useOrder(id: string | null): ShownOrder | null | undefined {
  const [order, setOrder] = useState<ShownOrder | null | undefined>(id ? undefined : null)
  useEffect(() => {
    if (!id) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let gone = false
    async function ask(asked: number, orderId: string) {
      const answer = await requestOrder(orderId).then((found) => found && withProduct(found))
      if (gone) return
      if (answer !== undefined) setOrder(answer)
      const settled = answer === null || (answer !== undefined && answer.status !== 'ordered')
      if (settled) return forget(orderId, answer)
      timer = setTimeout(() => void ask(asked + 1, orderId), pauses[asked] ?? 10_000)
    }
    void ask(0, id)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [id])
  return order
}

async function withProduct(order: OrderAnswer): Promise<ShownOrder> {
  const entry = funnelEntries.find(({ type }) => type === order.funnel)
  // How the order stands matters more than a name that cannot be loaded.
  const funnel = await entry?.load().catch(() => undefined)
  return { ...order, product: funnel?.product ?? order.funnel }
}

/** The draft has done its work once nothing is due; until then it leads back to the payment. */
function forget(orderId: string, order: OrderAnswer | null): void {
  if (order && keptRunOf(order.funnel)?.order?.id === orderId) endRunOf(order.funnel)
}
