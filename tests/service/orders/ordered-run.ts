import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { CheckoutResponse } from '#domain/orders/order-contract.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, testPaymentSecret } from '#tests/service/harness.ts'

export const touch = {
  at: '2026-11-20T09:00:00.000Z',
  utm_source: 'google',
  utm_medium: 'cpc',
  utm_campaign: 'herbst',
  gclid: 'click-1',
  ttclid: 'click-2',
}

interface OrderedRunOptions {
  hash?: 'hex' | 'base64url'
  form?: object
  funnel?: string
  consent?: 'none' | 'marketing'
  userAgent?: string
  runId?: string
}

/** Creates a run with an order. Returns ids, the secret of the run, and functions that read or change the order. */
export async function orderRun(
  service: TestService,
  {
    hash = 'hex',
    form = anmeldungForm,
    funnel = 'anmeldung',
    consent = 'none',
    userAgent,
    runId = randomUUID(),
  }: OrderedRunOptions = {},
) {
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest(hash)
  const start = wireEvent('start', { runId, funnel, data: { secretHash, entry: '/' } })
  const complete = wireEvent('complete', { runId, funnel, form })
  const attribution = { first: touch, last: touch, touches: [touch] }
  const context = { ...envelope([]).context, consent, attribution }
  const sentBy = userAgent === undefined ? {} : { 'user-agent': userAgent }
  const answer = await service.post(envelope([start, complete], { context }), sentBy)
  const result = answer.body.results[1]
  if (result?.status !== 'stored' || !result.order) throw new Error(JSON.stringify(answer.body))

  const orderId = result.order.id
  const url = `/api/orders/${orderId}`
  const { app, clock, store } = service

  async function withdraw() {
    const taken = await store.log.find({ id: orderId })
    const now = clock.now()
    const events = [serviceEvent('withdrawn', orderId, { orderId }, taken!, now)]
    await store.log.append({ events, rejected: [], now, dedupeWindowMs: 0 })
  }

  const checkout = (headers: Record<string, string> = { 'x-run-secret': secret }, id = orderId) =>
    app.request(`/api/orders/${id}/checkout`, { method: 'POST', headers })

  /** Starts a checkout. Returns the ticket in the URL of the test payment page. */
  async function ticket(): Promise<string> {
    const { redirectUrl } = (await (await checkout()).json()) as CheckoutResponse
    return new URL(redirectUrl).searchParams.get('ticket') ?? ''
  }

  return {
    runId,
    secret,
    startId: start.id,
    order: result.order,
    read: () => app.request(url),
    status: async () => ((await (await app.request(url)).json()) as { status: string }).status,
    checkout,
    ticket,
    /**
     * Sends a callback of the payment provider, signed with the current time. `report` overrides values of its body,
     * and `how` overrides other parts of the request.
     */
    callback: (report: object = {}, how: Partial<CallbackOptions> = {}) =>
      app.request('/api/payments/webhook', callback({ orderId, ...report }, { now: clock.now(), ...how })),
    withdraw,
    types: async () => (await store.log.readRun(runId)).map(({ type }) => type),
  }
}

export type OrderedRun = Awaited<ReturnType<typeof orderRun>>

interface CallbackOptions {
  now: number
  secret: string
  /** Body that is signed and sent instead of the report. */
  body: string
  /** Body that is sent instead of the signed one. The signature therefore does not match. */
  forgedBody: string
  headers: Record<string, string>
}

export function callback(report: object, how: Partial<CallbackOptions> & { now: number }): RequestInit {
  const { secret = testPaymentSecret, now, headers } = how
  const body =
    how.body ?? JSON.stringify({ paymentId: 'pay_1', amountCents: 4999, status: 'paid', ...report })
  return {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', new Date(now), body),
      ...headers,
    },
    body: how.forgedBody ?? body,
  }
}
