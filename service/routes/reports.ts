import { type Context, Hono } from 'hono'
import type { Store } from '#db/store.ts'
import { attributionReport } from '#domain/report-attribution.ts'
import { attributionCsv, dropOffCsv, ordersCsvHead, ordersCsvLines } from '#domain/report-csv.ts'
import {
  type AttributionReport,
  type OrdersReport,
  attributionQuerySchema,
  attributionReportSchema,
  dropOffQuerySchema,
  dropOffReportSchema,
  ordersQuerySchema,
  ordersReportSchema,
} from '#domain/report-shapes.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from '#service/reports/answer-csv.ts'
import {
  type OrderPage,
  type OrdersQuery,
  readCursor,
  readOrderPage,
  writeCursor,
} from '#service/reports/order-pages.ts'
import { readDropOff } from '#service/reports/read-drop-off.ts'
import { readQuery } from '#service/reports/read-query.ts'
import { requireToken } from '#service/require-token.ts'

export interface ReportDeps {
  store: Pick<Store, 'reports'>
  /** REPORTS_TOKEN */
  token: string
}

/** Orders on a page, and in one read of the CSV file. */
const ordersPerPage = 100

/** The three reports of DESIGN 6, as JSON and CSV. They read roll-ups, never the log. */
export function reportRoutes({ store, token }: ReportDeps): Hono {
  const app = new Hono()
  app.use('/api/reports/*', requireToken(token), async (c, next) => {
    await next()
    c.header('cache-control', 'private, no-store')
    c.header('vary', 'Accept, Authorization')
  })

  app.on('GET', both('drop-off'), async (c) => {
    const report = await readDropOff(store, readQuery(c, dropOffQuerySchema))
    const { funnel, from, to, asOfPosition } = report
    tellPosition(c, asOfPosition)
    return wantsCsv(c) ? answerCsv(c, `drop-off-${funnel}-${from}-${to}`, dropOffCsv(report)) : c.json(report)
  })

  app.on('GET', both('attribution'), async (c) => {
    const { from, to, model, by, funnel } = readQuery(c, attributionQuerySchema)
    const { asOfPosition, rows } = await store.reports.attribution({
      from,
      to,
      model,
      by,
      ...(funnel !== undefined && { funnel }),
    })
    const about = { from, to, model, by, funnel: funnel ?? null, asOfPosition }
    const report: AttributionReport = attributionReport(about, rows)
    tellPosition(c, asOfPosition)
    return wantsCsv(c)
      ? answerCsv(c, `attribution-${model}-${by}-${from}-${to}`, attributionCsv(report))
      : c.json(report)
  })

  app.on('GET', both('orders'), async (c) => {
    const { cursor, ...query } = readQuery(c, ordersQuerySchema)
    const before = cursor === undefined ? undefined : readCursor(cursor)
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
    return c.json(report)
  })

  return app
}

function both(report: string): string[] {
  return [`/api/reports/${report}`, `/api/reports/${report}.csv`]
}

/** A CSV file has no place for it. */
function tellPosition(c: Context, asOfPosition: number): void {
  c.header('x-as-of-position', String(asOfPosition))
}

/** All orders of the range, read and written page by page however many there are. */
async function* orderLines(store: Pick<Store, 'reports'>, query: OrdersQuery, first: OrderPage) {
  yield ordersCsvHead()
  yield ordersCsvLines(first.rows)
  let { next } = first
  while (next) {
    const page = await readOrderPage(store, query, ordersPerPage, next)
    yield ordersCsvLines(page.rows)
    next = page.next
  }
}

const refusals = { 400: problem('A wrong parameter; `parameter` names it.'), 401: problem('No access.') }

const alsoCsv = 'Also as text/csv, by Accept or with .csv behind the path.'

/** The reports in the OpenAPI document. */
export const reportOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/drop-off',
    tag: 'reports',
    summary: 'How far runs of a funnel got, by the Berlin day of their start',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(dropOffQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: dropOffReportSchema }, ...refusals },
  },
  {
    method: 'get',
    path: '/api/reports/attribution',
    tag: 'reports',
    summary: 'Runs, orders and revenue credited to campaigns',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(attributionQuerySchema.shape),
    responses: { 200: { description: 'The report.', schema: attributionReportSchema }, ...refusals },
  },
  {
    method: 'get',
    path: '/api/reports/orders',
    tag: 'reports',
    summary: 'Orders by the Berlin day they were placed, newest first',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(ordersQuerySchema.shape),
    responses: { 200: { description: 'One page.', schema: ordersReportSchema }, ...refusals },
  },
]

function parametersOf(
  shape:
    | typeof dropOffQuerySchema.shape
    | typeof attributionQuerySchema.shape
    | typeof ordersQuerySchema.shape,
) {
  return Object.entries(shape).map(([name, schema]) => ({
    in: 'query' as const,
    name,
    schema,
    required: !schema.safeParse(undefined).success,
  }))
}
