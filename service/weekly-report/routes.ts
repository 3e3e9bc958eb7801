import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '#service/http/errors.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { type Action, actions, resubscribedPage, subscriptionPage, unknownLinkPage } from './pages.ts'
import { type Recipients, subscriptionPath } from './recipients.ts'
import type { Subscriptions } from './subscriptions.ts'

export interface WeeklyReportRouteDeps {
  recipients: Recipients
  subscriptions: Subscriptions
  limits: RateLimitSettings
}

/** Maximum size of the form in bytes. */
const maxForm = 1024

/**
 * Returns the routes of the page on which a recipient unsubscribes from the weekly report. Opening it changes nothing,
 * because mail programs open links by themselves. A POST of the mail program unsubscribes with one click (RFC 8058). The
 * token in the URL is its only authorisation, so forms of other origins need not be refused: a page that knows the token
 * needs no browser of the recipient. Every invalid token gets the same page.
 */
export function weeklyReportRoutes({ recipients, subscriptions, limits }: WeeklyReportRouteDeps) {
  const routes = new Hono()
  routes.use(subscriptionPath, rateLimit({ name: 'weekly-report', perMinute: 20 }, limits), privatePage)

  routes.get(subscriptionPath, async (c) => {
    const recipient = recipients.find(c.req.query('t') ?? '')
    if (!recipient) return unknown(c)
    return c.html(subscriptionPage(await subscriptions.isSubscribed(recipient), recipient))
  })

  routes.post(subscriptionPath, bodyLimit({ maxSize: maxForm, onError: refuseLargeForm }), async (c) => {
    const recipient = recipients.find(c.req.query('t') ?? '')
    if (!recipient) return unknown(c)
    const action = actionOf(await c.req.parseBody())
    await subscriptions.change(recipient, action === 'bestellen')
    return c.html(action === 'bestellen' ? resubscribedPage() : subscriptionPage(false, recipient))
  })
  return routes
}

/** Returns what a form asks for: that of the page, or that of a mail program. Throws a 400 problem for any other. */
function actionOf({ aktion, ...form }: Record<string, unknown>): Action {
  const oneClick = form['List-Unsubscribe']
  if (aktion === undefined && oneClick === 'One-Click') return 'abbestellen'
  const action = actions.find((one) => one === aktion)
  if (action) return action
  const read = aktion === undefined ? `List-Unsubscribe=${shown(oneClick)}` : `aktion=${shown(aktion)}`
  throw new Problem({
    status: 400,
    type: 'wrong-form',
    title: 'The form is wrong',
    detail: `Read ${read}, allowed: List-Unsubscribe=One-Click, aktion=${actions.join(', aktion=')}.`,
  })
}

const shown = (value: unknown) => (typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : 'nothing')

function refuseLargeForm(): never {
  throw new Problem({
    status: 413,
    type: 'form-too-large',
    title: 'The form is too large',
    detail: `At most ${maxForm} bytes are allowed.`,
  })
}

const unknown = (c: Context) => c.html(unknownLinkPage(), 404)

/** The token is part of the query. These headers keep it out of caches, of search engines and of the `Referer` header. */
const privatePage: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'strict-origin')
  c.header('x-robots-tag', 'noindex')
}
