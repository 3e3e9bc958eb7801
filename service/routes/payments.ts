import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Store } from '#db/store.ts'
import { paymentAnswerSchema, paymentPath, paymentReportSchema } from '#domain/order-contract.ts'
import { type Order, type PaymentRefusal, paymentStatuses } from '#domain/order.ts'
import { Problem } from '#service/errors.ts'
import { type Operation, problem } from '#service/openapi.ts'
import { unknownOrder } from '#service/orders/find-order.ts'
import { readSmallBody } from '#service/orders/read-small-body.ts'
import { takePayment } from '#service/orders/take-payment.ts'
import { type CallbackFault, callbackFault, callbackTolerance } from '#service/orders/verify-callback.ts'

const maxBytes = 16 * 1024

export interface PaymentRouteDeps {
  store: Pick<Store, 'log'>
  /** `whsec_…`; several while they are changed. */
  secrets: readonly string[]
  now: () => number
  log: Logger
  /** Told after a payment was committed. */
  onCommit: () => void
}

/** Payment providers report here (DESIGN 10.14). 2xx says that the payment is committed, or was before. */
export function paymentRoutes({ store, secrets, now, log, onCommit }: PaymentRouteDeps) {
  const routes = new Hono()
  routes.post(paymentPath, async (c) => {
    const body = await readSmallBody(c, maxBytes)
    const fault = callbackFault({ headers: c.req.raw.headers, body }, secrets, now())
    if (fault) {
      log.warn({ fault }, 'payment callback without a valid signature refused')
      throw forged(fault)
    }
    const report = readReport(body)
    const outcome = await takePayment(store.log, report.orderId, report, now())
    const { paymentId, amountCents } = report
    const about = { orderNumber: outcome.order?.number, orderId: report.orderId, paymentId, amountCents }
    if ('refused' in outcome) {
      // Somebody may have paid and gets nothing for it: a person has to look.
      log.warn({ ...about, refused: outcome.refused }, 'payment report refused')
      throw refusal(outcome.refused, report, outcome.order)
    }
    if (outcome.changed) {
      log.info(about, 'order paid')
      onCommit()
    }
    return c.json({ status: outcome.order.status })
  })
  return routes
}

function readReport(body: string) {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    throw malformed('The body is not JSON.', [])
  }
  const parsed = paymentReportSchema.safeParse(json)
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw malformed('The body is not a payment report.', issues)
}

function malformed(detail: string, issues: { path: string; message: string }[]): Problem {
  const extensions = issues.length > 0 ? { issues } : {}
  return new Problem({
    status: 400,
    type: 'malformed',
    title: 'Malformed payment report',
    detail,
    extensions,
  })
}

const faults: Record<CallbackFault, string> = {
  headers: 'The headers webhook-id, webhook-timestamp and webhook-signature are needed.',
  timestamp: `webhook-timestamp must be in whole seconds since 1970, at most ${callbackTolerance / 60_000} minutes from now.`,
  signature: 'No signature in webhook-signature is that of this body by a secret of this service.',
}

function forged(fault: CallbackFault): Problem {
  return new Problem({
    status: 401,
    type: `wrong-${fault}`,
    title: 'Not a signed callback',
    detail: faults[fault],
  })
}

function refusal(
  refused: PaymentRefusal,
  report: { amountCents: number; status: string },
  order: Order | undefined,
): Problem {
  const title = 'Payment report refused'
  switch (refused) {
    case 'unknown-order':
      return unknownOrder()
    case 'unknown-status':
      return new Problem({
        status: 422,
        type: refused,
        title,
        detail: `Status ${JSON.stringify(report.status)} is not known, allowed are ${paymentStatuses.join(', ')}.`,
      })
    case 'wrong-amount':
      return new Problem({
        status: 422,
        type: refused,
        title,
        detail: `${report.amountCents} cents were reported, the order's price is ${order?.priceCents} cents.`,
      })
    case 'withdrawn':
      return new Problem({ status: 409, type: refused, title, detail: 'The order was withdrawn.' })
    case 'paid-already':
      return new Problem({
        status: 409,
        type: refused,
        title,
        detail: 'Another payment paid the order before.',
      })
  }
}

export const paymentOperations: Operation[] = [
  {
    method: 'post',
    path: paymentPath,
    tag: 'Orders',
    summary: 'Report a payment',
    description:
      'Called by the payment provider, signed by the Standard Webhooks scheme (webhook-id, webhook-timestamp, ' +
      'webhook-signature) with PAYMENT_WEBHOOK_SECRET. The same report again changes nothing and is answered alike.',
    body: { schema: paymentReportSchema, description: 'At most 16 KB.' },
    responses: {
      200: {
        description: 'Committed, or nothing to change; how the order stands now.',
        schema: paymentAnswerSchema,
      },
      400: problem('Not JSON, or not a payment report; `issues` say what.'),
      401: problem('Signature missing or wrong, or older or newer than five minutes.'),
      404: problem('Unknown order.'),
      409: problem('The order was withdrawn, or another payment paid it before.'),
      413: problem('More than 16 KB.'),
      422: problem('Another amount than the price, or an unknown status.'),
      503: problem('The store cannot commit now; Retry-After says when to try again.'),
    },
  },
]
