import { Link } from 'react-router-dom'
import type { OrdersReport } from '#domain/reports/orders/shape.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { longDay, number as formatted } from '#web/features/reports/words/number-format.ts'

/** Length of a complete order number. */
const completeLength = 'FL-0123456789'.length

/** Says that no order was found, and where an order with the searched number is. */
export function NoOrders({ elsewhere }: Pick<OrdersReport, 'elsewhere'>) {
  const { filters, search } = useFilters()
  const { number, status, work, testPayments, robots } = filters.list
  if (number === undefined)
    return (
      <p className="py-6 text-muted">
        {status || work || testPayments || robots
          ? 'In diesem Zeitraum passt keine Bestellung zu diesen Filtern.'
          : 'In diesem Zeitraum wurde nichts bestellt.'}
      </p>
    )
  const wanted =
    number.length >= completeLength ? `mit der Nummer ${number}` : `, deren Nummer mit ${number} beginnt`
  const order = `Bestellung${number.length >= completeLength ? ' ' : ''}${wanted}`
  if (!elsewhere) return <output className="block py-6">Es gibt keine {order}.</output>
  const { orders, day, funnel } = elsewhere
  const there = {
    zeitraum: undefined,
    from: day,
    to: day,
    funnel,
    status: undefined,
    work: undefined,
    testPayments: undefined,
    robots: undefined,
    cursor: undefined,
  }
  return (
    <output className="block py-6">
      Mit diesem Zeitraum und diesen Filtern gibt es keine {order}.{' '}
      {orders === 1
        ? `Es gibt aber eine vom ${longDay(day)}.`
        : `Es gibt aber ${formatted(orders)}, die neueste vom ${longDay(day)}.`}{' '}
      <Link
        to={`?${changedSearch(search, there)}`}
        className="inline-flex min-h-6 items-center text-leaf-700 underline underline-offset-4"
      >
        Dort anzeigen
      </Link>
    </output>
  )
}
