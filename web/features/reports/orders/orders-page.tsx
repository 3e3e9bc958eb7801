import { Link } from 'react-router-dom'
import { type ReportedOrder, ordersContract } from '#domain/reports/orders/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, instant } from '#web/features/reports/words/number-format.ts'
import { FulfilmentSection } from './fulfilment-section.tsx'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { deliveryStateNames, funnelName, keyName, orderStatusNames } from '#domain/reports/words.ts'

/** Page with the list of orders, filtered by the day of the order. It contains no personal data. */
export function OrdersPage() {
  const { filters, search } = useFilters()
  const query = { ...rangeParams(filters), funnel: filters.funnel }
  const orders = useReport(ordersContract, { ...query, cursor: search.get('cursor') ?? undefined })
  return (
    <ReportPage title="Bestellungen" filters="days-and-funnel" asOfState={orders}>
      <ReportSection
        title="Bestellungen, neueste zuerst"
        state={orders}
        isEmpty={({ rows }) => rows.length === 0}
        empty="In diesem Zeitraum wurde nichts bestellt."
        csv={csvAddress(ordersContract, query)}
      >
        {({ rows, nextCursor }) => (
          <>
            <DataTable
              caption="Bestellungen"
              rows={rows}
              rowKey={({ number }) => number}
              columns={[
                { title: 'Nummer', renderCell: timelineLink },
                { title: 'Zeit', inCard: 'bare', renderCell: ({ time }) => instant(time) },
                { title: 'Antrag', inCard: 'bare', renderCell: ({ funnel }) => funnelName(funnel) },
                {
                  title: 'Preis',
                  numeric: true,
                  inCard: 'beside',
                  renderCell: ({ priceCents }) => euro(priceCents),
                },
                { title: 'Stand', inCard: 'bare', renderCell: orderStatus },
                { title: 'Quelle', renderCell: ({ source }) => keyName(source) },
                {
                  // Deliveries are not in the event log. Even in a report as of a past time, the column therefore shows
                  // their current state.
                  title: filters.asOf === undefined ? 'Weiterleitung' : 'Weiterleitung (heute)',
                  renderCell: ({ delivery }) => (delivery ? deliveryStateNames[delivery.state] : '–'),
                },
              ]}
            />
            <PageLinks nextCursor={nextCursor} />
          </>
        )}
      </ReportSection>
      <FulfilmentSection />
    </ReportPage>
  )
}

function orderStatus({
  status,
  testPayment,
  robot,
}: Pick<ReportedOrder, 'status' | 'testPayment' | 'robot'>) {
  const marks = [...(testPayment ? ['Testzahlung'] : []), ...(robot ? ['Roboter'] : [])]
  return marks.length === 0 ? orderStatusNames[status] : `${orderStatusNames[status]} (${marks.join(', ')})`
}

function timelineLink({ number, runId }: Pick<ReportedOrder, 'number' | 'runId'>) {
  return (
    <Link to={`/laeufe/${runId}`} className="text-leaf-700 underline underline-offset-4">
      {number}
    </Link>
  )
}
