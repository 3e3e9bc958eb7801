import { type Context, Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { deliveryContract, resumedSchema } from '#domain/reports/deliveries/shape.ts'
import { Problem } from '#service/http/errors.ts'
import { type Operation, problem } from '#service/http/openapi.ts'
import { findDelivery, reportAttempts } from './delivery-rows.ts'

interface Deps {
  store: Pick<Store, 'outbox'>
  /** ms since the epoch */
  now: () => number
}

/** Returns the routes with which the deliveries page retries one delivery or resumes all deliveries. */
export function deliveryCommandRoutes({ store, now }: Deps): Hono {
  const app = new Hono()
  app.post('/api/reports/deliveries/:id/retry', async (c) => {
    const id = readId(c)
    await find(store, id)
    if ((await store.outbox.retry({ id }, now())) === 0)
      throw new Problem({
        status: 409,
        type: 'in-flight',
        title: 'Being sent',
        detail: `Delivery ${id} is currently being sent.`,
      })
    return c.json(reportAttempts(await find(store, id)))
  })

  app.post('/api/reports/deliveries/resume', async (c) =>
    c.json({ resumed: await store.outbox.resume('webhook') }),
  )
  return app
}

function readId(c: Context): number {
  const { success, data } = deliveryContract.query.safeParse(c.req.param())
  if (!success) throw noDelivery()
  return data.id
}

async function find(store: Deps['store'], id: number) {
  const found = await findDelivery(store, id)
  if (!found) throw noDelivery()
  return found
}

function noDelivery(): Problem {
  return new Problem({ status: 404, ...notFound })
}

export const notFound = { type: 'no-delivery', title: 'No such delivery' }

const common = { method: 'post', tag: 'reports', token: true, session: true } as const
const refusals = {
  401: problem('No access.'),
  403: problem('The request came from a page of another origin.'),
  429: problem('The client sent too many wrong tokens or unknown session cookies.'),
  503: problem('The store is unavailable; `Retry-After` says when to try again.'),
}

export const deliveryCommandOperations: Operation[] = [
  {
    ...common,
    path: '/api/reports/deliveries/{id}/retry',
    summary: 'Retry a message now and restart its retry schedule',
    parameters: [{ in: 'path', name: 'id', schema: deliveryContract.query.shape.id }],
    responses: {
      200: { description: 'The delivery, due now.', schema: deliveryContract.shape },
      ...refusals,
      404: problem('No such delivery.'),
      409: problem('The message is currently being sent.'),
    },
  },
  {
    ...common,
    path: '/api/reports/deliveries/resume',
    summary: 'Resume a webhook that was stopped because its endpoint is gone (410)',
    responses: {
      200: { description: 'Pending deliveries are due now.', schema: resumedSchema },
      ...refusals,
    },
  },
]
