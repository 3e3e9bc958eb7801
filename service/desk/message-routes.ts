import { Hono } from 'hono'
import type { OutboxRow } from '#db/ports/outbox-store.ts'
import { resendSchema } from '#domain/desk/desk-contract.ts'
import type { OperatorVariables } from '#service/access/require-operator.ts'
import { findOrderOfRun } from '#service/orders/find-order.ts'
import type { DeskContext } from './audit.ts'
import * as described from './describe-desk.ts'
import type { DeskParts } from './desk-parts.ts'
import { numberOf, readBody, refused, unknown } from './problems.ts'
import { closeRequest, findRequest, openRequests } from './requests.ts'

/** Returns the routes of the rows that operators close: requests and undeliverable messages. */
export function deskMessageRoutes(parts: DeskParts) {
  const { api, store, correspondence, limit, operator, audit, noStore, now } = parts
  const routes = new Hono<OperatorVariables>()
  const requests = { store, sealed: correspondence.requests }

  async function orderOf(row: OutboxRow): Promise<string | undefined> {
    if (row.runId !== null) return (await findOrderOfRun(store.log, row.runId))?.order.id
    return row.destination === 'mail' ? correspondence.orderOfEmail(row) : undefined
  }

  /** Returns an undeliverable message, after its order was recorded with the action. */
  async function takeDead(c: DeskContext, action: string): Promise<OutboxRow> {
    const id = numberOf(c.req.param('id') ?? '')
    const row = (await store.outbox.get(id))?.row
    if (row?.state !== 'dead') throw unknown('undelivered message')
    await audit(c, { action, orderId: (await orderOf(row)) ?? null, detail: String(id) })
    return row
  }

  routes.get(`${api}/requests`, described.requests, limit, operator, async (c) => {
    const shown = await openRequests(requests)
    const detail = shown.requests.map(({ id }) => id).join(' ') || null
    await audit(c, { action: 'view-requests', orderId: null, detail })
    for (const request of shown.requests)
      if (request.kind !== 'support' && request.orderId !== null) {
        const { id, orderId } = request
        await audit(c, { action: 'view-request', orderId, detail: String(id) })
      }
    return c.json(shown, 200, noStore)
  })
  routes.post(`${api}/requests/:id/close`, described.closeRequest, limit, operator, async (c) => {
    const id = numberOf(c.req.param('id'))
    const found = await findRequest(requests, id)
    if (!found) throw unknown('request')
    await audit(c, { action: 'close-request', orderId: found.orderId, detail: String(id) })
    if (!(await closeRequest({ store, now }, id))) throw unknown('request')
    return c.json({ result: 'done' }, 200, noStore)
  })
  routes.post(`${api}/messages/:id/retry`, described.retryMessage, limit, operator, async (c) => {
    const { id } = await takeDead(c, 'retry-message')
    if ((await store.outbox.retry({ id }, now())) === 0) throw unknown('undelivered message')
    return c.json({ result: 'done' }, 200, noStore)
  })
  routes.post(`${api}/messages/:id/resend`, described.resendMessage, limit, operator, async (c) => {
    const { to } = await readBody(c, resendSchema)
    const id = numberOf(c.req.param('id'))
    const row = (await store.outbox.get(id))?.row
    if (row?.destination !== 'mail') throw unknown('e-mail')
    // A corrected e-mail address is personal, so it is left out.
    await audit(c, { action: 'resend-message', orderId: (await orderOf(row)) ?? null, detail: row.messageId })
    const { code } = await correspondence.resendEmail(id, to)
    if (code === 'unknown-message') throw unknown('e-mail that can be sent again')
    if (code !== 'done') throw refused(code, 'The personal data of the order is erased.')
    return c.json({ result: 'done' }, 200, noStore)
  })
  routes.post(`${api}/messages/:id/close`, described.closeMessage, limit, operator, async (c) => {
    const row = await takeDead(c, 'close-message')
    const attempt = { number: row.attempts + 1, startedAt: now(), durationMs: 0, status: null }
    const error = 'closed by an operator'
    await store.outbox.finish(row, { ...attempt, error }, { state: 'discarded' })
    return c.json({ result: 'done' }, 200, noStore)
  })
  return routes
}
