import { Hono } from 'hono'
import { searchSchema } from '#domain/desk/desk-contract.ts'
import { type OperatorVariables, requireOperator } from '#service/access/require-operator.ts'
import { rateLimit } from '#service/http/rate-limit.ts'
import { createAudit } from './audit.ts'
import * as described from './describe-desk.ts'
import type { DeskParts, DeskRouteDeps } from './desk-parts.ts'
import { letterBatchRoutes } from './letter-routes.ts'
import { deskMessageRoutes } from './message-routes.ts'
import { deskOrderRoutes } from './order-routes.ts'
import { readBody } from './problems.ts'
import { readQueue } from './read-queue.ts'
import { searchOrders } from './search-orders.ts'

const requestsPerMinute = 300

/** Returns the routes of the operators' page. Every look at personal data and every command is recorded in the audit. */
export function deskRoutes(deps: DeskRouteDeps) {
  const { store, correspondence, now } = deps
  const audit = createAudit(deps)
  const parts: DeskParts = {
    ...deps,
    api: '/api/desk',
    limit: rateLimit({ name: 'desk', perMinute: requestsPerMinute }, deps.limits),
    operator: requireOperator(deps),
    audit,
    commandsOf: (c) => ({
      ...deps,
      resendEmail: correspondence.resendEmail,
      audit: (action, orderId, detail) => audit(c, { action, orderId, detail }),
    }),
    noStore: { 'cache-control': 'no-store' },
  }
  const { api, limit, operator, noStore } = parts
  const routes = new Hono<OperatorVariables>()

  routes.get(`${api}/queue`, described.queue, limit, operator, async (c) =>
    c.json(
      await readQueue({
        ...deps,
        requests: correspondence.requests,
        orderOfEmail: correspondence.orderOfEmail,
      }),
      200,
      noStore,
    ),
  )
  routes.post(`${api}/search`, described.search, limit, operator, async (c) => {
    c.set('onlyRead', true)
    const { words } = await readBody(c, searchSchema)
    await audit(c, { action: 'search', orderId: null })
    const found = await searchOrders({ store, unpaid: deps.unpaid, now }, words)
    for (const { orderId } of found.orders) await audit(c, { action: 'found', orderId })
    return c.json(found, 200, noStore)
  })
  routes.route('/', deskMessageRoutes(parts))
  routes.route('/', letterBatchRoutes(parts))
  routes.route('/', deskOrderRoutes(parts))
  return routes
}
