import { readFileSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import type { Order, ShownStatus } from '#domain/orders/evolve-order.ts'
import { Problem, problemResponse } from '#service/http/errors.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { findOrder } from './find-order.ts'
import type { TicketVerdict, Tickets } from './payment-ticket.ts'
import { reportTestPayment } from './report-test-payment.ts'
import {
  messagePage,
  pathFor,
  paymentPage,
  testPaymentCancelPath,
  testPaymentPath,
  testPaymentStylePath,
} from './test-payment-page.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

export interface TestPaymentRouteDeps {
  store: Pick<Store, 'log'>
  /** Secret that signs the payment reports. */
  secret: string
  /** Checks tickets issued by the checkout. */
  tickets: Pick<Tickets, 'check'>
  limits: RateLimitSettings
  now: () => number
  /** Time after which an unpaid order expires. */
  unpaid: RetentionPeriod
  log: Logger
  /** Sends a payment report to the service itself, so that it is handled like a report of a provider. */
  send: (request: Request) => Response | Promise<Response>
}

const styles = readFileSync(new URL('./test-payment.css', import.meta.url), 'utf8')

/**
 * Returns the routes of the service's own payment page. They must be mounted only while no external payment page is
 * configured (CHECKOUT_URL). Without a ticket from the checkout of the order, a client can neither see nor change the
 * order.
 */
export function testPaymentRoutes({
  store,
  secret,
  tickets,
  now,
  unpaid,
  log,
  limits,
  send,
}: TestPaymentRouteDeps) {
  const routes = new Hono()
  const statusOf = (order: Order) => shownStatus(order, unpaid, now())
  const limit = rateLimit({ name: 'test-payment', perMinute: requestsPerMinute }, limits)
  for (const page of [testPaymentPath, testPaymentCancelPath]) routes.use(page, pageHeaders, limit)

  routes.get(testPaymentStylePath, (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))

  routes.get(testPaymentPath, async (c) => {
    const { order, ticket } = await admit(c.req.query('order'), c.req.query('ticket'))
    const status = statusOf(order)
    if (status !== 'ordered') return c.html(closedPage(order, status))
    return c.html(paymentPage(order, orderedProduct(order), ticket))
  })

  routes.get(testPaymentCancelPath, async (c) => {
    const { order, ticket } = await admit(c.req.query('order'), c.req.query('ticket'))
    const status = statusOf(order)
    return c.html(status === 'ordered' ? canceledPage(order, ticket) : closedPage(order, status))
  })

  routes.post(testPaymentPath, csrf(), bodyLimit({ maxSize: maxFormBytes }), async (c) => {
    const form = await c.req.parseBody()
    const { order, ticket } = await admit(form['order'], form['ticket'])
    if (statusOf(order) === 'ordered') {
      const response = await reportTestPayment(order, { secret, now: now(), url: c.req.url, send })
      if (!response.ok) {
        log.error(
          { orderId: order.id, status: response.status },
          'the callback of a test payment was refused',
        )
        return c.html(failedPage(order, ticket), 502)
      }
    }
    return c.redirect(pathFor(successPath, order), 303)
  })

  /** Verifies a ticket and returns its order. Throws `TicketRefused` if the ticket is not valid. */
  async function admit(id: unknown, ticket: unknown): Promise<{ order: Order; ticket: string }> {
    if (typeof id !== 'string' || typeof ticket !== 'string') throw new TicketRefused('wrong')
    const verdict = tickets.check(id, ticket)
    if (verdict !== 'valid') throw new TicketRefused(verdict, id)
    const found = await findOrder(store.log, id)
    if (!found) throw new TicketRefused('wrong')
    return { order: found.order, ticket }
  }

  routes.onError((error, c) => {
    if (error instanceof TicketRefused)
      return error.verdict === 'expired'
        ? c.html(expiredPage(error.orderId), 410)
        : c.html(refusedPage(), 403)
    if (error instanceof HTTPException) return c.html(refusedPage(), error.status)
    if (error instanceof Problem && error.members.status === 429) {
      c.header('retry-after', problemResponse(error).headers.get('retry-after') ?? undefined)
      return c.html(tooManyPage(), 429)
    }
    throw error
  })
  return routes
}

const requestsPerMinute = 60
const maxFormBytes = 4096

/** Thrown for a request without a valid ticket. */
class TicketRefused extends Error {
  readonly verdict: Exclude<TicketVerdict, 'valid'>
  readonly orderId: string

  constructor(verdict: Exclude<TicketVerdict, 'valid'>, orderId = '') {
    super(verdict)
    this.verdict = verdict
    this.orderId = orderId
  }
}

/**
 * Sets the headers of the pages. The query contains the ticket, so the pages must not be cached and their URL must not
 * be sent as a `Referer`. The referrer policy still lets browsers send `Origin`, which the middleware `csrf` needs.
 */
const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'strict-origin')
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
}

/** Path of the page that the web app shows after an order. */
const successPath = '/success'

const home = { href: '/', label: 'Zur Startseite' }

const refusedPage = () =>
  messagePage(
    'Das hat nicht geklappt',
    'Bitte öffnen Sie die Testzahlung noch einmal aus Ihrem Auftrag.',
    home,
  )

const expiredPage = (id: string) =>
  messagePage(
    'Der Link ist abgelaufen',
    'Der Link zur Zahlung gilt eine Stunde. Ihr Auftrag ist unverändert. Öffnen Sie ihn auf dem Gerät, mit dem Sie bestellt haben, und wählen Sie „Zahlung fortsetzen“.',
    { href: pathFor(successPath, { id }), label: 'Zum Auftrag' },
    home,
  )

const tooManyPage = () =>
  messagePage(
    'Zu viele Anfragen',
    'Ihr Auftrag ist unverändert. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    home,
  )

const canceledPage = (order: Order, ticket: string) =>
  messagePage(
    'Testzahlung abgebrochen',
    `Ihr Auftrag ${order.number} ist eingegangen, aber noch nicht bezahlt.`,
    { href: pathFor(testPaymentPath, order, ticket), label: 'Doch bezahlen' },
    home,
  )

function closedPage(order: Order, status: Exclude<ShownStatus, 'ordered'>) {
  const paid = [
    'Schon bezahlt',
    `Ihr Auftrag ${order.number} ist bereits bezahlt. Es ist nichts mehr zu tun.`,
  ]
  const [title, text] = {
    paid,
    submitted: paid,
    sent: paid,
    failed: paid,
    refunded: [
      'Erstattet',
      `Den Betrag für Ihren Auftrag ${order.number} haben wir erstattet. Es ist nichts zu bezahlen.`,
    ],
    withdrawal_declared: [
      'Widerruf erklärt',
      `Für Ihren Auftrag ${order.number} liegt ein Widerruf vor. Solange er nicht entschieden ist, ist nichts zu bezahlen.`,
    ],
    withdrawn: ['Widerrufen', `Ihr Auftrag ${order.number} wurde widerrufen. Es ist nichts zu bezahlen.`],
    expired: [
      'Abgelaufen',
      `Ihr Auftrag ${order.number} wurde nicht bezahlt und ist abgelaufen. Es ist nichts zu bezahlen.`,
    ],
  }[status] as [string, string]
  return messagePage(title, text, { href: pathFor(successPath, order), label: 'Zum Auftrag' })
}

function failedPage(order: Order, ticket: string) {
  return messagePage(
    'Die Testzahlung kam nicht an',
    'Ihr Auftrag ist unverändert. Bitte versuchen Sie es gleich noch einmal.',
    { href: pathFor(testPaymentPath, order, ticket), label: 'Noch einmal versuchen' },
  )
}
