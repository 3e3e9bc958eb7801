import { type OrdersReport, type ReportedOrder, ordersContract } from '#domain/reports/orders/shape.ts'
import { type OrderSort, type OrderSortColumn, readSort } from '#domain/reports/orders/sort.ts'
import { deliveryStateNames, funnelName, keyName, orderStatusNames } from '#domain/reports/words.ts'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ListSums } from '#web/features/reports/blocks/list-sums.tsx'
import { RunLink } from '#web/features/reports/blocks/run-link.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import type { RowOrder } from '#web/features/reports/blocks/row-order.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { euro, instant, number } from '#web/features/reports/words/number-format.ts'
import { NoOrders } from './no-orders.tsx'
import { OrderFilters } from './order-filters.tsx'

/** Section with the list of orders, its filters and the sums of all its pages. */
export function OrdersSection({ state }: { state: ReportState<OrdersReport> }) {
  const { filters } = useFilters()
  const { sort: _sort, outcome: _outcome, changes: _changes, ...filter } = filters.list
  return (
    <ReportSection
      title="Liste der Bestellungen"
      about="Nach dem Tag der Bestellung, Roboter eingeschlossen. Der Abbruch zählt nach dem Tag, an dem der Antrag begonnen wurde, Überblick und Attribution nach dem einen oder dem anderen."
      state={state}
      filters={<OrderFilters />}
      csv={csvAddress(ordersContract, { ...rangeParams(filters), funnel: filters.funnel, ...filter })}
    >
      {({ sums, rows, nextCursor, elsewhere }) => (
        <>
          <ListSums
            label="Alle gefundenen Bestellungen zusammen"
            sums={[
              ['placedOrders', number(sums.orders)],
              ['placedCents', euro(sums.revenueCents)],
              ['placedNetCents', euro(sums.netRevenueCents)],
            ]}
          />
          {sums.orders === 0 ? <NoOrders elsewhere={elsewhere} /> : <OrdersTable rows={rows} />}
          <PageLinks nextCursor={nextCursor} />
        </>
      )}
    </ReportSection>
  )
}

/** Columns of the table, each with the column by which the service sorts, if it does. */
function columnsOf(hasPast: boolean): (Column<ReportedOrder> & { sort?: OrderSortColumn })[] {
  return [
    { title: 'Nummer', renderCell: ({ number: name, runId }) => <RunLink runId={runId}>{name}</RunLink> },
    {
      title: 'Zeit',
      inCard: 'bare',
      sort: 'time',
      sortBy: ({ time }) => time,
      renderCell: ({ time }) => instant(time),
    },
    { title: 'Antragsart', inCard: 'bare', renderCell: ({ funnel }) => funnelName(funnel) },
    {
      title: 'Preis',
      figure: 'priceCents',
      numeric: true,
      inCard: 'beside',
      sort: 'price',
      sortBy: ({ priceCents }) => priceCents,
      renderCell: ({ priceCents }) => euro(priceCents),
    },
    {
      title: 'Stand',
      inCard: 'fit',
      sort: 'status',
      sortBy: ({ status }) => status,
      renderCell: orderStatus,
    },
    { title: 'Quelle', inCard: 'rest', renderCell: ({ source }) => keyName(source) },
    {
      // Deliveries are not in the event log. Even in a report as of a past time, the column therefore shows
      // their current state.
      title: hasPast ? 'Weiterleitung (heute)' : 'Weiterleitung',
      inCard: 'hidden',
      renderCell: ({ delivery }) => (delivery ? deliveryStateNames[delivery.state] : '–'),
    },
  ]
}

function OrdersTable({ rows }: { rows: readonly ReportedOrder[] }) {
  const { filters, set } = useFilters()
  const columns = columnsOf(filters.asOf !== undefined)
  const { column, descending } = readSort(filters.list.sort ?? '-time')
  const order = { column: columns.findIndex(({ sort }) => sort === column), descending }
  const sortOf = (chosen: RowOrder | undefined): OrderSort | undefined => {
    const sort = chosen && columns[chosen.column]?.sort
    return sort && (chosen.descending ? `-${sort}` : sort)
  }
  return (
    <DataTable
      caption="Bestellungen"
      rows={rows}
      rowKey={({ number: key }) => key}
      columns={columns}
      sorting={{ order, onSort: (chosen) => set({ sort: sortOf(chosen) }) }}
      dense
      limit={{ phone: 25, wide: Infinity }}
    />
  )
}

function orderStatus({ status, testPayment, robot }: ReportedOrder) {
  const marks = [...(testPayment ? ['Testzahlung'] : []), ...(robot ? ['Roboter'] : [])]
  return marks.length === 0 ? orderStatusNames[status] : `${orderStatusNames[status]} (${marks.join(', ')})`
}
