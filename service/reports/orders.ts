import type { z } from 'zod'
import type { OrderRow } from '#db/ports/projection-store.ts'
import type { OrderFilter, OrderSums } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { ordersCsv } from '#domain/reports/orders/csv.ts'
import { shownAt } from '#domain/reports/orders/shown-at.ts'
import { type ReportedOrder, orderCursor, ordersContract } from '#domain/reports/orders/shape.ts'
import { readWorks } from '#domain/reports/orders/work-filter.ts'
import { orderCursorOf } from '#domain/reports/orders/sort.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import { Problem } from '#service/http/errors.ts'
import { defineList } from '#service/reports/define/define-list.ts'
import { deliveriesAt } from '#service/reports/deliveries/delivery-rows.ts'

type Query = z.output<typeof ordersContract.query>

const noSums: OrderSums = { orders: 0, revenueCents: 0, netRevenueCents: 0 }

export const orders = defineList({
  contract: ordersContract,
  summary: 'Orders by the day on which they were placed',
  past: { countedBy: 'order' },
  cursor: orderCursor,
  // A list sorted by price or status is sorted again for each page, so a CSV file is read in larger pages.
  pageSize: { json: 100, csv: 1000 },
  async readPage({ reports, store, expiredUpTo }, query, { size, before, sums }) {
    await checkFormat(store)
    const { sort = '-time', number } = query
    const filter = filterOf(query, expiredUpTo())
    const page = await reports.orders({
      ...filter,
      sort,
      sums,
      limit: size + 1,
      ...(before && { after: before }),
    })
    const shown = page.rows.slice(0, size).map((row) => shownAt(row, filter.expiredUpTo))
    const last = shown.at(-1)
    const messages = await deliveriesAt(
      store,
      shown.map(({ position }) => position),
    )
    const found = page.sums?.orders !== 0
    return {
      asOfPosition: page.asOfPosition,
      rows: shown.map((row) => ({ ...reportedOrder(row), delivery: messages.get(row.position) ?? null })),
      next: page.rows.length > size && last ? orderCursorOf(last, sort) : null,
      sums: page.sums ?? noSums,
      elsewhere: (number !== undefined && !found && (await reports.orderNumbers({ number }))) || null,
    }
  },
  compute: ({ asOfPosition, sums, rows, nextCursor, elsewhere }, { from, to, funnel = null }) => {
    return {
      from,
      to,
      timezone: 'Europe/Berlin',
      funnel,
      asOfPosition,
      sums,
      rows,
      nextCursor,
      elsewhere,
    } as const
  },
  csv: {
    fileName: ({ from, to }) => `orders-${from}-${to}`,
    table: ordersCsv,
  },
})

/**
 * Throws a 503 problem while the rows are being rebuilt after an update of the service. Rows in an older format lack the
 * net revenue and the kind of payment.
 */
async function checkFormat({ projections }: Pick<Store, 'projections'>): Promise<void> {
  const { checkpoint, format } = await projections.live()
  if (checkpoint > 0 && format < runStateFormat)
    throw new Problem({
      status: 503,
      type: 'projections-rebuilding',
      title: 'The orders are being rebuilt after an update of the service',
      retryAfter: 10,
    })
}

function filterOf(query: Query, expiredUpTo: number): OrderFilter {
  const { from, to, funnel, number, status, work, testPayments, robots } = query
  return {
    from,
    to,
    expiredUpTo,
    ...(funnel !== undefined && { funnel }),
    ...(number !== undefined && { number }),
    ...(status !== undefined && { status }),
    ...(work !== undefined && { works: readWorks(work) }),
    ...(testPayments !== undefined && testPayments !== 'with' && { testPayments }),
    ...(robots !== undefined && robots !== 'with' && { robots }),
  }
}

function reportedOrder(
  order: Omit<OrderRow, 'status'> & Pick<ReportedOrder, 'status'>,
): Omit<ReportedOrder, 'delivery'> {
  const { number, funnel, at, priceCents, status, source, runId, visitor, payment, netCents } = order
  return {
    number,
    funnel,
    time: new Date(at).toISOString(),
    priceCents,
    status,
    source,
    runId,
    testPayment: payment === 'test',
    robot: visitor === 'robot',
    netRevenueCents: netCents,
  }
}
