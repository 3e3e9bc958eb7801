import { Hono } from 'hono'
import type { Store } from '#db/store.ts'
import { ordersCsvHead, ordersCsvLines } from '#domain/reports/csv.ts'
import { type OrdersReport, ordersQuerySchema, ordersReportSchema } from '#domain/reports/report-shapes.ts'
import type { Operation } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from '#service/reports/answer-csv.ts'
import { alsoCsv, both, parametersOf, reportRefusals, tellPosition } from '#service/reports/answer-report.ts'
import { pastResponses } from '#service/reports/as-of/open-past.ts'
import {
  type OrderPage,
  type OrdersQuery,
  readCursor,
  readOrderPage,
  writeCursor,
} from '#service/reports/order-pages.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { PastDeps } from '../reports.ts'

/** Orders on a page, and in one read of the CSV file. */
const ordersPerPage = 100

export function ordersRoutes({ openPast }: PastDeps): Hono {
  const app = new Hono()
  app.on('GET', both('orders'), async (c) => {
    const { cursor, ...query } = readQuery(c, ordersQuerySchema)
    const before = cursor === undefined ? undefined : readCursor(cursor)
    const past = await openPast(c, query, { countedBy: 'order' })
    if (past instanceof Response) return past
    const { store } = past
    const page = await readOrderPage(store, query, ordersPerPage, before)
    tellPosition(c, page.asOfPosition)
    if (wantsCsv(c)) return answerCsv(c, `orders-${query.from}-${query.to}`, orderLines(store, query, page))
    const { from, to, funnel = null } = query
    const { asOfPosition, rows, next } = page
    const nextCursor = next ? writeCursor(next) : null
    const report: OrdersReport = {
      from,
      to,
      timezone: 'Europe/Berlin',
      funnel,
      asOfPosition,
      rows,
      nextCursor,
    }
    return c.json({ ...report, ...past.since() })
  })
  return app
}

/** All orders of the range, read and written page by page however many there are. */
async function* orderLines(
  store: Pick<Store, 'reports' | 'deliveries'>,
  query: OrdersQuery,
  first: OrderPage,
) {
  yield ordersCsvHead()
  yield ordersCsvLines(first.rows)
  let { next } = first
  while (next) {
    const page = await readOrderPage(store, query, ordersPerPage, next)
    yield ordersCsvLines(page.rows)
    next = page.next
  }
}

export const ordersOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/orders',
    tag: 'reports',
    summary: 'Orders by the Berlin day they were placed, newest first',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(ordersQuerySchema.shape),
    responses: { ...pastResponses(ordersReportSchema), ...reportRefusals },
  },
]
