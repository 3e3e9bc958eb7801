import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Hono } from 'hono'
import { pino } from 'pino'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { handleErrors } from '#service/http/errors.ts'
import { paymentRoutes } from '#service/orders/payment-routes.ts'
import { type TestService, openTestService, testPaymentSecret } from '#tests/service/harness.ts'
import { type OrderedRun, callback, orderRun } from './ordered-run.ts'

let service: TestService
let run: OrderedRun
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => void (run = await orderRun(service)))

const minute = 60_000
const otherSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const problemOf = async (response: Response) =>
  ((await response.json()) as { type: string }).type.replace('urn:formlotse:problem:', '')

const headers = (name: string, value: string) => ({ headers: { [name]: value } })

/** Expects that the order is not paid and that no payment is in the log. */
async function expectUnpaid() {
  expect(await run.status()).toBe('ordered')
  expect(await run.types()).toEqual(['start', 'complete'])
}

test('a signed callback makes the order paid', async () => {
  const response = await run.callback()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'paid' })
  expect(await run.status()).toBe('paid')
  const paid = (await service.store.log.readRun(run.runId)).at(-1)
  expect(paid).toMatchObject({
    type: 'paid',
    data: { orderId: run.order.id, paymentId: 'pay_1', amountCents: 4999 },
    funnel: 'anmeldung',
    receivedAt: service.clock.now(),
    meta: { touches: [] },
  })
})

test('an order id in upper case refers to the same order', async () => {
  expect((await run.callback({ orderId: run.order.id.toUpperCase() })).status).toBe(200)
  expect((await run.callback()).status).toBe(200)
  expect(await run.types()).toEqual(['start', 'complete', 'paid'])
})

describe('a callback that is not genuine changes nothing', () => {
  test.each([
    ['signed with another secret', { secret: otherSecret }, 'wrong-signature'],
    ['with a body other than the signed one', { forgedBody: '{}' }, 'wrong-signature'],
    ['with the id of another message', headers('webhook-id', 'msg_2'), 'wrong-signature'],
    ['with no signature', headers('webhook-signature', ''), 'wrong-headers'],
    ['with no timestamp', headers('webhook-timestamp', ''), 'wrong-headers'],
    ['with no id', headers('webhook-id', ''), 'wrong-headers'],
    ['with an unknown version of signature', headers('webhook-signature', 'v9,abc'), 'wrong-signature'],
    ['with an empty signature', headers('webhook-signature', 'v1,'), 'wrong-signature'],
    ['with a timestamp that is no number', headers('webhook-timestamp', 'now'), 'wrong-timestamp'],
    ['with a negative timestamp', headers('webhook-timestamp', '-1'), 'wrong-timestamp'],
  ])('%s', async (_, how, problem) => {
    const response = await run.callback({}, how)
    expect(response.status).toBe(401)
    expect(await problemOf(response)).toBe(problem)
    await expectUnpaid()
  })

  test.each([
    ['signed five minutes and a second ago', -5 * minute - 1000],
    ['from more than five minutes ahead', 5 * minute + 1000],
  ])('%s', async (_, offset) => {
    const response = await run.callback({}, { now: service.clock.now() + offset })
    expect(response.status).toBe(401)
    expect(await problemOf(response)).toBe('wrong-timestamp')
    await expectUnpaid()
  })

  test('a fresh timestamp over an old signature', async () => {
    const old = callback({ orderId: run.order.id }, { now: service.clock.now() })
    service.clock.advance(10 * minute)
    const now = String(service.clock.now() / 1000)
    const response = await service.app.request('/api/payments/webhook', {
      ...old,
      headers: { ...(old.headers as Record<string, string>), 'webhook-timestamp': now },
    })
    expect(response.status).toBe(401)
    await expectUnpaid()
  })
})

test.each([-5 * minute, 5 * minute])('a clock that is off by %i ms is accepted', async (offset) => {
  expect((await run.callback({}, { now: service.clock.now() + offset })).status).toBe(200)
})

test('one valid signature of several is enough', async () => {
  const wrong = callback({}, { now: service.clock.now(), secret: otherSecret }).headers as Record<
    string,
    string
  >
  const genuine = callback({ orderId: run.order.id }, { now: service.clock.now() }).headers as Record<
    string,
    string
  >
  const signatures = `${wrong['webhook-signature']} ${genuine['webhook-signature']}`
  const response = await run.callback({}, { headers: { 'webhook-signature': signatures } })
  expect(response.status).toBe(200)
})

describe('a genuine callback with wrong data changes nothing', () => {
  test.each([
    ['a cent too little', { amountCents: 4998 }, 422, 'wrong-amount'],
    ['a cent too much', { amountCents: 5000 }, 422, 'wrong-amount'],
    ['an amount of zero', { amountCents: 0 }, 422, 'wrong-amount'],
    ['an unknown status', { status: 'authorised' }, 422, 'unknown-status'],
    ['an unknown order', { orderId: randomUUID() }, 404, 'unknown-order'],
    ['part of a cent', { amountCents: 49.99 }, 400, 'malformed'],
    ['the amount as text', { amountCents: '4999' }, 400, 'malformed'],
    ['a negative amount', { amountCents: -4999 }, 400, 'malformed'],
    ['no payment id', { paymentId: undefined }, 400, 'malformed'],
    ['an e-mail address as the payment id', { paymentId: 'lucja@example.org' }, 400, 'malformed'],
    ['an order number instead of its id', { orderId: 'FL-0123456789' }, 400, 'malformed'],
  ])('%s', async (_, report, status, problem) => {
    const response = await run.callback(report)
    expect(response.status).toBe(status)
    expect(await problemOf(response)).toBe(problem)
    await expectUnpaid()
  })

  test('an event that is not an order', async () => {
    expect((await run.callback({ orderId: run.startId })).status).toBe(404)
    await expectUnpaid()
  })

  test.each(['', '{', 'null', '[]', '"paid"', '\u0000'])('the body %j', async (body) => {
    const response = await run.callback({}, { body })
    expect(response.status).toBe(400)
    await expectUnpaid()
  })

  test('a body of more than 16 KB, signed or not', async () => {
    const response = await run.callback({ note: 'a'.repeat(17_000) })
    expect(response.status).toBe(413)
    await expectUnpaid()
  })

  test.each(['pending', 'failed', 'canceled'])(
    'the status %s is accepted without an effect',
    async (status) => {
      const response = await run.callback({ status })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ status: 'ordered' })
      await expectUnpaid()
    },
  )
})

describe('an order is paid once', () => {
  test('if the same callback is repeated', async () => {
    const responses = [await run.callback(), await run.callback(), await run.callback()]
    for (const response of responses)
      expect([response.status, await response.json()]).toEqual([200, { status: 'paid' }])
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
  })

  test('if two callbacks arrive concurrently', async () => {
    const responses = await Promise.all([run.callback(), run.callback(), run.callback()])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
  })

  test('a second payment is refused, even concurrently, and logged', async () => {
    const responses = await Promise.all([run.callback(), run.callback({ paymentId: 'pay_2' })])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const later = await run.callback({ paymentId: 'pay_3' })
    expect([later.status, await problemOf(later)]).toEqual([409, 'paid-already'])
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
    expect(service.lines.join('')).toContain('payment report refused')
  })

  test('a failure reported afterwards does not change it', async () => {
    await run.callback()
    expect(await (await run.callback({ status: 'failed' })).json()).toEqual({ status: 'paid' })
  })

  test('and a withdrawn order cannot be paid', async () => {
    await run.withdraw()
    const response = await run.callback()
    expect([response.status, await problemOf(response)]).toEqual([409, 'withdrawn'])
    expect(await run.types()).toEqual(['start', 'complete', 'withdrawn'])
  })
})

function mounted(store: Parameters<typeof paymentRoutes>[0]['store'], secrets = [testPaymentSecret]) {
  let commits = 0
  const lines: { msg: string; [key: string]: unknown }[] = []
  const faults: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const routes = paymentRoutes({
    store,
    secrets,
    now: service.clock.now,
    unpaid: defaultPeriods.unpaid,
    log,
    onCommit: () => commits++,
    limits: { enabled: true, hops: 1, count: createSingleProcess().count },
    countRefused: (fault) => faults.push(fault),
  })
  const app = new Hono().onError(handleErrors(log)).route('/', routes)
  const send = (how: Parameters<typeof callback>[1] = { now: service.clock.now() }, report: object = {}) =>
    app.request('/api/payments/webhook', callback({ orderId: run.order.id, ...report }, how))
  return { app, send, lines, faults, commits: () => commits }
}

/** Returns the data of the refunds of the run. */
const refunds = async () => {
  const events = await service.store.log.readRun(run.runId)
  return events.flatMap(({ type, data }) => (type === 'refunded' ? [data] : []))
}

describe.each([
  ['refunded', 'provider'],
  ['chargeback', 'chargeback'],
] as const)('a payment that is reported as %s', (status, by) => {
  test('is recorded once with its amount, also if it is reported twice or at the same time', async () => {
    await run.callback()
    const responses = await Promise.all([run.callback({ status }), run.callback({ status })])
    responses.push(await run.callback({ status }))
    for (const response of responses)
      expect([response.status, await response.json()]).toEqual([200, { status: 'refunded' }])
    expect(await refunds()).toEqual([{ orderId: run.order.id, amountCents: 4999, by }])
  })

  test('is refused with another amount, another payment, or before the payment', async () => {
    const early = await run.callback({ status })
    expect([early.status, await problemOf(early)]).toEqual([409, 'unknown-payment'])
    await run.callback()
    const part = await run.callback({ status, amountCents: 500 })
    expect([part.status, await problemOf(part)]).toEqual([422, 'wrong-amount'])
    const other = await run.callback({ status, paymentId: 'pay_2' })
    expect([other.status, await problemOf(other)]).toEqual([409, 'unknown-payment'])
    expect(await refunds()).toEqual([])
  })
})

describe('the payment routes', () => {
  test('limits forged callbacks to 60 per minute and client, logs one line and counts all; accepts genuine ones', async () => {
    const { app, lines, faults } = mounted(service.store)
    const forge = (client: string, secret: string) => {
      const now = service.clock.now()
      const request = callback({ orderId: run.order.id }, { now, secret })
      const headersOf = { ...(request.headers as Record<string, string>), 'x-forwarded-for': client }
      return app.request('/api/payments/webhook', { ...request, headers: headersOf })
    }
    const statuses: number[] = []
    for (let sent = 0; sent < 63; sent += 1) statuses.push((await forge('192.0.2.1', otherSecret)).status)
    expect(statuses).toEqual([...Array<number>(60).fill(401), 429, 429, 429])
    expect((await forge('192.0.2.2', otherSecret)).status).toBe(401)
    expect(faults).toEqual(Array(64).fill('signature'))
    expect(lines.filter(({ msg }) => /without a valid signature/.test(msg))).toHaveLength(1)
    expect((await forge('192.0.2.1', testPaymentSecret)).status).toBe(200)
  })

  test('calls onCommit after a commit only', async () => {
    const { send, commits } = mounted(service.store)
    await send(undefined, { amountCents: 1 })
    await send(undefined, { status: 'failed' })
    expect(commits()).toBe(0)
    await send()
    expect(commits()).toBe(1)
    await send()
    expect(commits()).toBe(1)
  })

  test('accepts the old and the new secret during a change', async () => {
    const { send } = mounted(service.store, [otherSecret, testPaymentSecret])
    expect((await send()).status).toBe(200)
    expect((await send({ now: service.clock.now(), secret: otherSecret })).status).toBe(200)
  })

  test('returns 503 if the store is unavailable', async () => {
    const closed = await openTestService()
    await closed.close()
    const { send, commits } = mounted(closed.store)
    const response = await send()
    expect([response.status, response.headers.has('retry-after')]).toEqual([503, true])
    expect(commits()).toBe(0)
  })
})
