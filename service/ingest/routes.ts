import { type Context, Hono } from 'hono'
import type { Envelope } from '#domain/events/wire-events.ts'
import { describeEvents } from './describe-events.ts'
import { Problem } from '#service/http/errors.ts'
import type { FreeDisk } from '#service/process/free-disk.ts'
import type { Ingest } from './ingest.ts'
import { readJsonBody } from './read-body.ts'
import { readEnvelope } from './read-envelope.ts'
import { type RateLimitSettings, clientBudget, rateLimit } from '#service/http/rate-limit.ts'

const requestsOfClient = { name: 'events', perMinute: 600 }
const eventsOfClient = { name: 'events-sent', perMinute: 3000 }
const bytesOfClient = { name: 'events-bytes', perMinute: 4 * 1024 * 1024 }
/** Orders of a client whose confirmations are e-mailed at once. Those of further orders wait until the next day. */
const ordersOfClient = { name: 'orders', perHour: 20 }

export interface EventRouteDeps {
  ingest: Pick<Ingest, 'accept'>
  limits: RateLimitSettings
  freeDisk: Pick<FreeDisk, 'isLow'>
}

export function eventRoutes({ ingest, limits, freeDisk }: EventRouteDeps) {
  const routes = new Hono()
  const sent = clientBudget(eventsOfClient, 'events', limits)
  const orders = clientBudget(ordersOfClient, 'orders', limits)
  const stored = clientBudget(bytesOfClient, 'bytes of stored events', limits)

  async function admit(c: Context, envelope: Envelope) {
    await sent.check(c, envelope.events.length)
    const emailLater = await hasTooManyOrders(c, envelope)
    return { envelope, onlyOrders: await freeDisk.isLow(), emailLater }
  }

  /** Counts the orders of a client. An order is taken in any case, because a shop or an office may send many. */
  async function hasTooManyOrders(c: Context, { events }: Envelope): Promise<boolean> {
    const ordered = events.filter((event) => isOrder(event)).length
    if (ordered === 0) return false
    return orders.check(c, ordered).then(
      () => false,
      (error: unknown) => {
        if (error instanceof Problem) return true
        throw error
      },
    )
  }
  // This is not an async function, because an async function would keep the body in memory until its events are
  // committed.
  const takeEvents = (c: Context) =>
    readJsonBody(c.req.raw)
      .then((body) => admit(c, readEnvelope(body)))
      .then(({ envelope, onlyOrders, emailLater }) =>
        ingest.accept(envelope, {
          userAgent: c.req.header('user-agent'),
          runSecret: c.req.header('x-run-secret'),
          onlyOrders,
          emailLater,
          // The bytes are counted before the append. Otherwise, concurrent requests could exceed the limit.
          reserve: (bytes) => stored.check(c, bytes),
          // The response does not wait for the refund.
          release: (bytes) => void stored.refund(c, bytes),
        }),
      )
  routes.post('/api/events', describeEvents, rateLimit(requestsOfClient, limits), async (c) => {
    const results = await takeEvents(c)
    if (results.every(({ status }) => status === 'rejected'))
      throw new Problem({
        status: 422,
        type: 'all-rejected',
        title: 'Every event was rejected',
        detail: 'See results. Repeating the request returns the same results.',
        extensions: { results },
      })
    return c.json({ results })
  })
  return routes
}

/** Returns whether an event, which is not checked yet, is an order. */
function isOrder(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'type' in event && event.type === 'complete'
}
