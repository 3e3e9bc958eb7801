import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Store } from '#db/ports/store.ts'
import { refuseForeignForm } from '#service/access/refuse-foreign-form.ts'
import { needsDecision } from '#domain/orders/needs-decision.ts'
import type { Correspondence } from './correspondence.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { answerPath } from '#service/withdrawals/answer-links.ts'
import { answeredPage, questionPage, invalidLinkPage } from '#service/withdrawals/answer-pages.ts'

export interface WithdrawalAnswerDeps {
  store: Pick<Store, 'log'>
  correspondence: Pick<Correspondence, 'readAnswer' | 'acceptAnswer'>
  /** Public origin of the service; undefined if it is not configured. */
  publicUrl: string | undefined
  limits: RateLimitSettings
}

/**
 * Returns the routes of the pages linked in the e-mail about a declared withdrawal. Opening a page changes nothing,
 * because mail programs open links automatically; only the button on the page has an effect. Every invalid token gets
 * the same page.
 */
export function withdrawalAnswerRoutes({ store, correspondence, publicUrl, limits }: WithdrawalAnswerDeps) {
  const routes = new Hono()
  routes.use(answerPath, rateLimit({ name: 'withdrawal-answer', perMinute: 20 }, limits), privatePage)

  routes.get(answerPath, async (c) => {
    const token = c.req.query('t') ?? ''
    const found = await findGranted(token)
    if (!found) return unknown(c)
    const { order, grant } = found
    const { answer } = grant
    const isOpen = order.withdrawal === 'declared' && (answer === 'objection' || !needsDecision(order))
    return c.html(isOpen ? questionPage(order, answer, token) : answeredPage(order, false))
  })

  routes.post(answerPath, refuseForeignForm(publicUrl), bodyLimit({ maxSize: 4096 }), async (c) => {
    const { t: token } = await c.req.parseBody()
    const found = await findGranted(typeof token === 'string' ? token : '')
    if (!found) return unknown(c)
    const { answer } = found.grant
    const outcome = await correspondence.acceptAnswer(found.order.id, answer)
    if (outcome.code === 'unknown-order') return unknown(c)
    return c.html(answeredPage(outcome.order, outcome.code === 'changed'))
  })

  async function findGranted(token: string) {
    const grant = correspondence.readAnswer(token)
    const found = grant && (await findOrder(store.log, grant.orderId))
    const declared = found?.events.some(
      ({ type, data }) => type === 'withdrawal_declared' && data.statement === grant?.statement,
    )
    return grant && found && declared ? { grant, order: found.order } : undefined
  }
  return routes
}

const unknown = (c: Context) => c.html(invalidLinkPage(), 404)

/**
 * The token is part of the query. These headers keep it out of caches and the `Referer` header. With `strict-origin`,
 * the browser still sends the `Origin` header, which `refuseForeignForm` needs.
 */
const privatePage: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'strict-origin')
  c.header('x-robots-tag', 'noindex')
}
