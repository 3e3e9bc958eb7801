import { Link } from 'react-router-dom'
import { type ReportedOrder, ordersReportSchema } from '#domain/reports/report-shapes.ts'
import { DataTable } from '../blocks/data-table.tsx'
import { ReportSection } from '../blocks/report-section.tsx'
import { reportAddress } from '../get-report.ts'
import { euro, instant } from '../number-format.ts'
import { PageLinks } from '../page-links.tsx'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { deliveryStateNames, funnelName, keyName, orderStatusNames } from '../words.ts'

/** Orders by the day they were placed, without anything about the people. */
export function OrdersPage() {
  const { filters, search } = useFilters()
  const asked = { ...rangeParams(filters), funnel: filters.funnel }
  const orders = useReport(
    'orders',
    { ...asked, cursor: search.get('cursor') ?? undefined },
    ordersReportSchema,
  )
  return (
    <ReportPage title="Bestellungen" filters="days-and-funnel" stand={orders}>
      <ReportSection
        title="Bestellungen, neueste zuerst"
        state={orders}
        isEmpty={({ rows }) => rows.length === 0}
        empty="In diesem Zeitraum wurde nichts bestellt."
        csv={reportAddress('orders.csv', asked)}
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
                { title: 'Stand', inCard: 'bare', renderCell: ({ status }) => orderStatusNames[status] },
                { title: 'Quelle', renderCell: ({ source }) => keyName(source) },
                {
                  // Deliveries are not in the log, so nothing says how this one stood then.
                  title: filters.asOf === undefined ? 'Weiterleitung' : 'Weiterleitung (heute)',
                  renderCell: ({ delivery }) => (delivery ? deliveryStateNames[delivery.state] : '–'),
                },
              ]}
            />
            <PageLinks nextCursor={nextCursor} />
          </>
        )}
      </ReportSection>
    </ReportPage>
  )
}

function timelineLink({ number, runId }: Pick<ReportedOrder, 'number' | 'runId'>) {
  return (
    <Link to={`/laeufe/${runId}`} className="text-leaf-700 underline underline-offset-4">
      {number}
    </Link>
  )
}
