import { ordersContract } from '#domain/reports/orders/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { FulfilmentSection } from './fulfilment-section.tsx'
import { OrdersSection } from './orders-section.tsx'
import { WaitingOrders } from './waiting-orders.tsx'

/** Page with the list of orders, filtered by the day of the order. It contains no personal data. */
export function OrdersPage() {
  const { filters, search } = useFilters()
  const { outcome: _outcome, changes: _changes, ...list } = filters.list
  const query = { ...rangeParams(filters), funnel: filters.funnel, ...list }
  const orders = useReport(ordersContract, { ...query, cursor: search.get('cursor') ?? undefined })
  return (
    <ReportPage title="Bestellungen" filters="days-and-funnel" asOfState={orders}>
      {filters.asOf === undefined && <WaitingOrders />}
      <OrdersSection state={orders} />
      <FulfilmentSection />
    </ReportPage>
  )
}
