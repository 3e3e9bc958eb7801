import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Store } from '#db/ports/store.ts'
import { paymentResponseSchema, paymentPath, paymentReportSchema } from '#domain/orders/order-contract.ts'
import { type PaymentCode, type PaymentReport, paymentStatuses } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { type RetentionPeriod, isOver } from '#domain/retention/period.ts'
import { Problem } from '#service/http/errors.ts'
import { createLimitedLog } from '#service/observability/limited-log.ts'
import { describe, problem } from '#service/http/openapi.ts'
import { unknownOrder } from './find-order.ts'
import { readSmallBody } from '#service/http/read-small-body.ts'
import { recordPayment } from './record-payment.ts'
import { type CallbackFault, callbackFault, callbackTolerance } from './verify-callback.ts'
import { type RateLimitSettings, requestLimiter } from '#service/http/rate-limit.ts'

const maxBytes = 16 * 1024

export interface PaymentRouteDeps {
  store: Pick<Store, 'log'>
  /** Secrets that verify callbacks (`whsec_…`); more than one while an old secret is being replaced. */
  secrets: readonly string[]
  now: () => number
  /** Time after which an unpaid order has expired. */
  unpaid: RetentionPeriod
  log: Logger
  /** Called after a payment was committed. */
  onCommit: () => void
  /**
   * Keeps a report for the operators, who decide what happens with the money. `code` is why it was refused, or `expired`
   * for the payment of an expired order. Repeating a report adds nothing.
   */
  keepPayment?: (report: PaymentReport & { orderId: string }, code: string) => Promise<void>
  limits: RateLimitSettings
  /** Counts a callback that was refused because of wrong headers, timestamp or signature. */
  countRefused: (fault: CallbackFault) => void
}

/**
 * Rate limit for forged callbacks. Genuine callbacks are always accepted, even if forged ones come from the provider's
 * address.
 */
const forgedLimit = { name: 'forged-callback', perMinute: 60 }

/**
 * Returns the route to which payment providers report. A 2xx response means that the payment is committed.
 */
export function paymentRoutes(deps: PaymentRouteDeps) {
  const { store, secrets, now, unpaid, log, onCommit, keepPayment, limits, countRefused } = deps
  const limited = createLimitedLog(log)
  const limitForged = requestLimiter(forgedLimit, limits)
  const routes = new Hono()
  routes.post(paymentPath, describePayment, async (c) => {
    const body = await readSmallBody(c, maxBytes)
    const fault = callbackFault({ headers: c.req.raw.headers, body }, secrets, now())
    if (fault) {
      countRefused(fault)
      await limitForged(c)
      const message = 'payment callbacks without a valid signature refused'
      limited({ level: 'warn', fields: { fault }, message })
      throw forged(fault)
    }
    const report = readReport(body)
    const outcome = await recordPayment(store.log, report.orderId, report, now())
    const { paymentId, amountCents } = report
    const about = { orderNumber: outcome.order?.number, orderId: report.orderId, paymentId, amountCents }
    if (outcome.code !== 'changed' && outcome.code !== 'unchanged') {
      // An operator has to check the payment: the customer may have paid although the report is refused.
      log.warn({ ...about, refused: outcome.code }, 'payment report refused')
      if (outcome.code !== 'unknown-status') await keepPayment?.(report, outcome.code)
      throw refusal(outcome.code, report, outcome.order)
    }
    const { order } = outcome
    // The payment of an expired order is recorded as well, because the money was taken. An operator has to check the
    // order, because the data needed to carry it out may have been deleted. A repeated report is kept as well: the first
    // one may have been recorded just before a crash.
    const wasExpired = isOver(order.orderedAt, unpaid, order.paidAt ?? now())
    if (wasExpired && report.status === 'paid') await keepPayment?.(report, 'expired')
    if (outcome.code === 'changed') {
      if (wasExpired) log.warn(about, 'expired order paid: carry it out or refund it')
      else log.info({ ...about, status: order.status }, 'payment report recorded')
      onCommit()
    }
    return c.json({ status: order.status })
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
  timestamp: `webhook-timestamp must be in whole seconds since 1970 and within ${callbackTolerance / 60_000} minutes of the current time.`,
  signature: 'No signature in webhook-signature matches this body and a secret of this service.',
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
  refused: Exclude<PaymentCode, 'unchanged'> | 'unknown-order',
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
        detail: `Status ${JSON.stringify(report.status)} is unknown; allowed are ${paymentStatuses.join(', ')}.`,
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
        detail: 'The order is already paid by another payment.',
      })
    case 'unknown-payment':
      return new Problem({
        status: 409,
        type: refused,
        title,
        detail: 'The order was not paid by the payment that is reported as returned.',
      })
  }
}

const describePayment = describe({
  tag: 'Orders',
  summary: 'Report a payment',
  description:
    'Called by the payment provider, signed by the Standard Webhooks scheme (webhook-id, webhook-timestamp, ' +
    'webhook-signature) with PAYMENT_WEBHOOK_SECRET. Repeating a report changes nothing and returns the same response.',
  body: { schema: paymentReportSchema, description: 'At most 16 KB.' },
  responses: {
    200: {
      description: 'Committed, or nothing to change; the current state of the order.',
      schema: paymentResponseSchema,
    },
    400: problem('The body is not JSON or not a payment report; `issues` lists the faults.'),
    401: problem('The signature is missing or wrong, or its time is off by more than five minutes.'),
    404: problem('Unknown order.'),
    409: problem(
      'The order was withdrawn, is already paid by another payment, or was not paid by the returned one.',
    ),
    413: problem('The body has more than 16 KB.'),
    422: problem('The amount differs from the price, or the status is unknown.'),
    429: problem('Too many callbacks without a valid signature; Retry-After says when to try again.'),
    503: problem('The store cannot commit now; Retry-After says when to try again.'),
  },
})
