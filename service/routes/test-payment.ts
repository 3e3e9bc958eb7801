import { readFileSync } from 'node:fs'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { csrf } from 'hono/csrf'
import { HTTPException } from 'hono/http-exception'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Order } from '#domain/order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { reportTestPayment } from '#service/orders/report-test-payment.ts'
import {
  messagePage,
  pathFor,
  paymentPage,
  testPaymentCancelPath,
  testPaymentPath,
  testPaymentStylePath,
} from '#service/orders/test-payment-page.ts'

export interface TestPaymentRouteDeps {
  store: Pick<Store, 'log'>
  /** The one that callbacks are signed with. */
  secret: string
  now: () => number
  log: Logger
  /** Hands a request to the service itself, so that the callback takes the same way as a provider's. */
  send: (request: Request) => Response | Promise<Response>
}

const styles = readFileSync(new URL('../orders/test-payment.css', import.meta.url), 'utf8')

/** The service's own payment page; mounted only while no external one is configured (DESIGN 9, CHECKOUT_URL). */
export function testPaymentRoutes({ store, secret, now, log, send }: TestPaymentRouteDeps) {
  const routes = new Hono()
  routes.use(testPaymentPath, pageHeaders)
  routes.use(testPaymentCancelPath, pageHeaders)

  routes.get(testPaymentStylePath, (c) => c.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }))

  routes.get(testPaymentPath, async (c) => {
    const found = await findOrder(store.log, c.req.query('order') ?? '')
    if (!found) return c.html(unknownPage(), 404)
    const { order } = found
    if (order.status !== 'ordered') return c.html(closedPage(order))
    return c.html(paymentPage(order, funnelByType(order.funnel)?.product ?? order.funnel))
  })

  routes.get(testPaymentCancelPath, async (c) => {
    const found = await findOrder(store.log, c.req.query('order') ?? '')
    if (!found) return c.html(unknownPage(), 404)
    return c.html(found.order.status === 'ordered' ? canceledPage(found.order) : closedPage(found.order))
  })

  routes.post(testPaymentPath, csrf(), bodyLimit({ maxSize: 4096 }), async (c) => {
    const { order: id } = await c.req.parseBody()
    const found = await findOrder(store.log, typeof id === 'string' ? id : '')
    if (!found) return c.html(unknownPage(), 404)
    const { order } = found
    if (order.status === 'ordered') {
      const answer = await reportTestPayment(order, { secret, now: now(), url: c.req.url, send })
      if (!answer.ok) {
        log.error({ orderId: order.id, status: answer.status }, 'test payment was not taken')
        return c.html(failedPage(order), 502)
      }
    }
    return c.redirect(pathFor(successPath, order), 303)
  })

  routes.onError((error, c) => {
    if (error instanceof HTTPException) return c.html(refusedPage(), error.status)
    throw error
  })
  return routes
}

/** Billing data stand in the query: they go to no cache and in no Referer, which still leaves `Origin` for csrf. */
const pageHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('referrer-policy', 'strict-origin')
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
}

/** The site's page about an order. */
const successPath = '/success'

const home = { href: '/', label: 'Zur Startseite' }

const unknownPage = () =>
  messagePage(
    'Auftrag nicht gefunden',
    'Zu dieser Adresse gibt es keinen Auftrag, der bezahlt werden kann.',
    home,
  )

const refusedPage = () =>
  messagePage(
    'Das hat nicht geklappt',
    'Bitte öffnen Sie die Testzahlung noch einmal aus Ihrem Auftrag.',
    home,
  )

const canceledPage = (order: Order) =>
  messagePage(
    'Testzahlung abgebrochen',
    `Ihr Auftrag ${order.number} ist eingegangen, aber noch nicht bezahlt.`,
    { href: pathFor(testPaymentPath, order), label: 'Doch bezahlen' },
    home,
  )

function closedPage(order: Order) {
  const [title, text] =
    order.status === 'paid'
      ? ['Schon bezahlt', `Ihr Auftrag ${order.number} ist bereits bezahlt. Es ist nichts mehr zu tun.`]
      : ['Widerrufen', `Ihr Auftrag ${order.number} wurde widerrufen. Es ist nichts zu bezahlen.`]
  return messagePage(title, text, { href: pathFor(successPath, order), label: 'Zum Auftrag' })
}

function failedPage(order: Order) {
  return messagePage(
    'Die Testzahlung kam nicht an',
    'Ihr Auftrag ist unverändert. Bitte versuchen Sie es gleich noch einmal.',
    { href: pathFor(testPaymentPath, order), label: 'Noch einmal versuchen' },
  )
}
