import { Link } from 'react-router-dom'
import { type ReportedOrder, ordersReportSchema } from '#domain/report-shapes.ts'
import { DataTable } from '../data-table.tsx'
import { reportAddress } from '../get-report.ts'
import { euro, instant } from '../number-format.ts'
import { PageLinks } from '../page-links.tsx'
import { Panel } from '../panel.tsx'
import { ReportPage } from '../report-page.tsx'
import { Stand } from '../stand.tsx'
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
    <ReportPage title="Bestellungen" filters="days-and-funnel">
      <Panel
        title="Bestellungen, neueste zuerst"
        state={orders}
        empty={({ rows }) => rows.length === 0 && 'In diesem Zeitraum wurde nichts bestellt.'}
        csv={reportAddress('orders.csv', asked)}
      >
        {({ rows, nextCursor }) => (
          <>
            <DataTable
              caption="Bestellungen"
              rows={rows}
              rowKey={({ number }) => number}
              columns={[
                { title: 'Nummer', cell: timelineLink },
                { title: 'Zeit', cell: ({ time }) => instant(time) },
                { title: 'Antrag', cell: ({ funnel }) => funnelName(funnel) },
                { title: 'Preis', right: true, cell: ({ priceCents }) => euro(priceCents) },
                { title: 'Stand', cell: ({ status }) => orderStatusNames[status] },
                { title: 'Quelle', cell: ({ source }) => keyName(source) },
                {
                  title: 'Weiterleitung',
                  cell: ({ delivery }) => (delivery ? deliveryStateNames[delivery.state] : '–'),
                },
              ]}
            />
            <PageLinks nextCursor={nextCursor} />
          </>
        )}
      </Panel>
      <Stand state={orders} />
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
