import { type Context, Hono } from 'hono'
import type { Store } from '#db/ports/store.ts'
import { deliveryContract, resumedSchema, retriedSchema } from '#domain/reports/deliveries/shape.ts'
import { Problem } from '#service/http/errors.ts'
import { type Operation, problem } from '#service/http/openapi.ts'
import { commandRefusals, commonCommand } from '#service/reports/define/command.ts'
import { findDelivery, reportAttempts } from './delivery-rows.ts'

interface Deps {
  store: Pick<Store, 'outbox'>
  /** ms since the epoch */
  now: () => number
}

/** Returns the routes with which the deliveries page retries one delivery or all dead ones, or resumes all deliveries. */
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

  app.post('/api/reports/deliveries/retry-dead', async (c) =>
    c.json({ retried: await store.outbox.retry({ dead: 'webhook' }, now()) }),
  )

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

export const deliveryCommandOperations: Operation[] = [
  {
    ...commonCommand,
    path: '/api/reports/deliveries/{id}/retry',
    summary: 'Retry a message now and restart its retry schedule',
    parameters: [{ in: 'path', name: 'id', schema: deliveryContract.query.shape.id }],
    responses: {
      200: { description: 'The delivery, due now.', schema: deliveryContract.shape },
      ...commandRefusals,
      404: problem('No such delivery.'),
      409: problem('The message is currently being sent.'),
    },
  },
  {
    ...commonCommand,
    path: '/api/reports/deliveries/retry-dead',
    summary: 'Retry all messages that were given up, and restart their retry schedule',
    responses: {
      200: { description: 'The messages are due now.', schema: retriedSchema },
      ...commandRefusals,
    },
  },
  {
    ...commonCommand,
    path: '/api/reports/deliveries/resume',
    summary: 'Resume a webhook that was stopped because its endpoint is gone (410)',
    responses: {
      200: { description: 'Pending deliveries are due now.', schema: resumedSchema },
      ...commandRefusals,
    },
  },
]
