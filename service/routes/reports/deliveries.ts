import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { Store } from '#db/store.ts'
import { deliveriesCsvHead, deliveriesCsvLines } from '#domain/reports/csv.ts'
import {
  type DeliveriesReport,
  deliveriesQuerySchema,
  deliveriesSchema,
  deliverySchema,
  resumedSchema,
} from '#domain/reports/quality-shapes.ts'
import { Problem } from '#service/errors.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { answerCsv, wantsCsv } from '#service/reports/answer-csv.ts'
import { alsoCsv, both, parametersOf, reportRefusals, tellPosition } from '#service/reports/answer-report.ts'
import {
  type DeliveryPage,
  countDeliveries,
  readDeliveryCursor,
  readDeliveryPage,
  reportAttempts,
} from '#service/reports/deliveries.ts'
import { readQuery } from '#service/reports/read-query.ts'
import type { ReportDeps } from '../reports.ts'

/** Deliveries on a page, and in one read of the CSV file. */
const deliveriesPerPage = 50

export function deliveriesRoutes({ store, now, webhookConfigured }: ReportDeps): Hono {
  const app = new Hono()
  app.on('GET', both('deliveries'), async (c) => {
    const { state, cursor } = readQuery(c, deliveriesQuerySchema)
    const before = cursor === undefined ? undefined : readDeliveryCursor(cursor)
    const { checkpoint } = await store.projections.live()
    const page = await readDeliveryPage(store, state, deliveriesPerPage, before)
    tellPosition(c, checkpoint)
    if (wantsCsv(c)) return answerCsv(c, 'deliveries', deliveryLines(store, state, page))
    const [counts, stopped] = await Promise.all([
      countDeliveries(store),
      store.deliveries.stopped(endpointName),
    ])
    const report: DeliveriesReport = {
      configured: webhookConfigured,
      stopped: stopped ? { reason: stopped.reason, at: new Date(stopped.at).toISOString() } : null,
      counts,
      rows: page.rows,
      nextCursor: page.next === undefined ? null : String(page.next),
    }
    return c.json(report)
  })

  app.get('/api/reports/deliveries/:id', async (c) => c.json(reportAttempts(await find(store, readId(c)))))

  app.post('/api/reports/deliveries/:id/retry', async (c) => {
    const id = readId(c)
    await find(store, id)
    if ((await store.deliveries.retry({ id }, now())) === 0)
      throw new Problem({
        status: 409,
        type: 'in-flight',
        title: 'Being sent',
        detail: `Delivery ${id} is being sent at this moment.`,
      })
    return c.json(reportAttempts(await find(store, id)))
  })

  app.post('/api/reports/deliveries/resume', async (c) =>
    c.json({ resumed: await store.deliveries.resume(endpointName, now()) }),
  )
  return app
}

function readId(c: Context): number {
  const id = c.req.param('id') ?? ''
  if (!/^[1-9]\d{0,14}$/.test(id)) throw noDelivery()
  return Number(id)
}

async function find(store: Pick<Store, 'deliveries'>, id: number) {
  const found = await store.deliveries.get(id)
  if (!found) throw noDelivery()
  return found
}

function noDelivery(): Problem {
  return new Problem({ status: 404, type: 'no-delivery', title: 'No such delivery' })
}

/** All deliveries, read and written page by page however many there are. */
async function* deliveryLines(
  store: Pick<Store, 'deliveries'>,
  state: DeliveriesReport['rows'][number]['state'] | undefined,
  first: DeliveryPage,
) {
  yield deliveriesCsvHead()
  yield deliveriesCsvLines(first.rows)
  let { next } = first
  while (next !== undefined) {
    const page = await readDeliveryPage(store, state, deliveriesPerPage, next)
    yield deliveriesCsvLines(page.rows)
    next = page.next
  }
}

const id = { in: 'path', name: 'id', schema: z.int().min(1) } as const
const unknown = { 401: problem('No access.'), 404: problem('There is no such delivery.') }
const foreign = { 403: problem('Asked for by a page of another origin.') }

export const deliveriesOperations: Operation[] = [
  {
    method: 'get',
    path: '/api/reports/deliveries',
    tag: 'reports',
    summary: 'Messages to the webhook, newest first',
    description: alsoCsv,
    token: true,
    parameters: parametersOf(deliveriesQuerySchema.shape),
    responses: { 200: { description: 'One page.', schema: deliveriesSchema }, ...reportRefusals },
  },
  {
    method: 'get',
    path: '/api/reports/deliveries/{id}',
    tag: 'reports',
    summary: 'One message with its attempts',
    token: true,
    parameters: [id],
    responses: { 200: { description: 'The message.', schema: deliverySchema }, ...unknown },
  },
  {
    method: 'post',
    path: '/api/reports/deliveries/{id}/retry',
    tag: 'reports',
    summary: 'Sends a message again at once, with the schedule from its start',
    token: true,
    parameters: [id],
    responses: {
      200: { description: 'It is due now.', schema: deliverySchema },
      ...unknown,
      ...foreign,
      409: problem('It is being sent at this moment.'),
    },
  },
  {
    method: 'post',
    path: '/api/reports/deliveries/resume',
    tag: 'reports',
    summary: 'Goes on with a webhook that was stopped because it is gone (410)',
    token: true,
    responses: {
      200: { description: 'What is owed is due now.', schema: resumedSchema },
      401: problem('No access.'),
      ...foreign,
    },
  },
]
