import type { OrderRow } from '#db/ports/projection-store.ts'
import { isTestPayment } from '#domain/orders/billing/test-payment.ts'
import { ordersCsv } from '#domain/reports/orders/csv.ts'
import { type ReportedOrder, orderCursor, ordersContract } from '#domain/reports/orders/shape.ts'
import { defineList } from '#service/reports/define/define-list.ts'
import { deliveriesAt } from '#service/reports/deliveries/delivery-rows.ts'

export const orders = defineList({
  contract: ordersContract,
  summary: 'Orders by the day on which they were placed, newest first',
  past: { countedBy: 'order' },
  cursor: orderCursor,
  pageSize: { json: 100, csv: 100 },
  async readPage({ reports, store, statusOf }, { from, to, funnel }, { size, before }) {
    const { asOfPosition, rows } = await reports.orders({
      from,
      to,
      limit: size + 1,
      ...(funnel !== undefined && { funnel }),
      ...(before && { before }),
    })
    const shown = rows.slice(0, size)
    const last = shown.at(-1)
    const messages = await deliveriesAt(
      store,
      shown.map(({ position }) => position),
    )
    const payments = await store.log.paymentsOf(
      shown.map(({ runId }) => runId),
      asOfPosition,
    )
    const tested = new Set(payments.filter((paid) => isTestPayment(paid.paymentId)).map(({ runId }) => runId))
    return {
      asOfPosition,
      rows: shown.map((row) => ({
        ...reportedOrder(row, statusOf(row)),
        delivery: messages.get(row.position) ?? null,
        testPayment: tested.has(row.runId),
      })),
      next: rows.length > size && last ? { at: last.at, position: last.position } : null,
    }
  },
  compute: ({ asOfPosition, rows, nextCursor }, { from, to, funnel = null }) => {
    return { from, to, timezone: 'Europe/Berlin', funnel, asOfPosition, rows, nextCursor } as const
  },
  csv: {
    fileName: ({ from, to }) => `orders-${from}-${to}`,
    table: ordersCsv,
  },
})

function reportedOrder(
  order: OrderRow,
  status: ReportedOrder['status'],
): Omit<ReportedOrder, 'testPayment' | 'delivery'> {
  const { number, funnel, at, priceCents, source, runId, visitor } = order
  const time = new Date(at).toISOString()
  return { number, funnel, time, priceCents, status, source, runId, robot: visitor === 'robot' }
}
