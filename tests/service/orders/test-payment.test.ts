import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutResponse } from '#domain/orders/order-contract.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { handleErrors } from '#service/http/errors.ts'
import { paymentPage } from '#service/orders/test-payment-page.ts'
import { createTickets, ticketKey } from '#service/orders/payment-ticket.ts'
import { testPaymentRoutes } from '#service/orders/test-payment-routes.ts'
import { storedEvent } from '#tests/build-events.ts'
import { type TestService, openTestService, testPaymentSecret } from '#tests/service/harness.ts'
import { type OrderedRun, orderRun } from './ordered-run.ts'

let service: TestService
let run: OrderedRun
let ticket: string
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => {
  run = await orderRun(service)
  ticket = await run.ticket()
})

const refuseAll = () => new Response(null, { status: 503 })
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

const key = (fill: number) => ticketKey({ piiKey: Buffer.alloc(32, fill) })

/** Returns the request with which a browser submits a form. */
function formOf(fields: Record<string, string>, headers: Record<string, string> = sameOrigin): RequestInit {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', headers: { ...type, ...headers }, body: new URLSearchParams(fields).toString() }
}

const ofRun = () => ({ order: run.order.id, ticket })

const pay = (fields: Record<string, string> = ofRun(), headers?: Record<string, string>) =>
  service.app.request('/testzahlung', formOf(fields, headers))

const open = (fields: Record<string, string> = ofRun()) =>
  service.app.request(`/testzahlung?${new URLSearchParams(fields)}`)

const cancel = (fields: Record<string, string> = ofRun()) =>
  service.app.request(`/testzahlung/abgebrochen?${new URLSearchParams(fields)}`)

describe('the test payment page', () => {
  test('is the target of the checkout, and says at its top that no money is transferred', async () => {
    const { redirectUrl } = (await (await run.checkout()).json()) as CheckoutResponse
    const response = await service.app.request(redirectUrl)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(page).toMatch(/<body>\s*<p class="notice">Testzahlung – es wird kein Geld bewegt<\/p>/)
    expect(page).toContain(run.order.number)
    expect(page).toContain('49,99\u00a0€')
    expect(page).toContain('Anmeldung zum Rundfunkbeitrag')
    expect(page).toContain(
      `href="/testzahlung/abgebrochen?order=${run.order.id}&amp;ticket=${new URL(redirectUrl).searchParams.get('ticket')}"`,
    )
  })

  test('shows no billing data and keeps them out of caches and referrers', async () => {
    const { redirectUrl } = (await (await run.checkout()).json()) as CheckoutResponse
    const response = await service.app.request(redirectUrl)
    const page = await response.text()
    for (const value of ['lucja', 'Müller', 'Hauptstra', 'google']) expect(page).not.toContain(value)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin')
  })

  test('has no inline scripts or styles', async () => {
    const response = await open()
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    const style = await service.app.request('/testzahlung/style.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('escapes all values', async () => {
    const complete = storedEvent('complete', {
      data: { orderNumber: '"><script>1</script>', priceCents: 4999 },
    })
    const page = String(await paymentPage(orderOf([complete])!, '<img src=x onerror=1>', '"><b>'))
    expect(page).not.toMatch(/<script|<img src=x|<b>/)
    expect(page).toContain('&lt;img src=x')
  })

  test.each<[string, () => Record<string, string>]>([
    ['nothing', () => ({})],
    ['no ticket', () => ({ order: run.order.id })],
    ['an unknown order', () => ({ order: randomUUID(), ticket })],
    ['an event that is not an order', () => ({ order: run.startId, ticket })],
    ['a script', () => ({ order: '"><script>', ticket: '"><script>' })],
    ['a signature that is cut', () => ({ order: run.order.id, ticket: ticket.slice(0, -1) })],
    ['a changed signature', () => ({ order: run.order.id, ticket: `${ticket.slice(0, -2)}AA` })],
    ['a later end', () => ({ order: run.order.id, ticket: ticket.replace(/^\d+/, '9999999999999') })],
  ])('is refused without information about the order for %s', async (_, fields) => {
    const responses = [await open(fields()), await cancel(fields()), await pay(fields())]
    for (const response of responses) {
      const page = await response.text()
      expect(response.status).toBe(403)
      expect(page).toContain('Das hat nicht geklappt')
      expect(page).not.toMatch(/<script/)
      expect(page).not.toContain(run.order.number)
    }
    expect(await run.status()).toBe('ordered')
  })

  test('is refused with the ticket of another order', async () => {
    const other = await orderRun(service)
    const fields = { order: run.order.id, ticket: await other.ticket() }
    expect([(await open(fields)).status, (await pay(fields)).status]).toEqual([403, 403])
    expect(await run.status()).toBe('ordered')
  })

  test('expires after an hour, explains how to continue, and is reopened by a new checkout', async () => {
    service.clock.advance(3600_000 - 1)
    expect((await open()).status).toBe(200)
    service.clock.advance(1)
    for (const response of [await open(), await cancel(), await pay()]) {
      const page = await response.text()
      expect(response.status).toBe(410)
      expect(page).toContain('Der Link zur Zahlung gilt eine Stunde')
      expect(page).toContain('„Zahlung fortsetzen“')
      expect(page).toContain(`href="/success?order=${run.order.id}"`)
    }
    expect(await run.status()).toBe('ordered')
    expect((await open({ order: run.order.id, ticket: await run.ticket() })).status).toBe(200)
  })

  test('a ticket is valid for all processes with the same key, and for no other', async () => {
    const { issue } = createTickets(key(1), service.clock.now)
    const { check } = createTickets(key(1), service.clock.now)
    const other = createTickets(key(2), service.clock.now)
    expect(check('Order-1', issue('order-1'))).toBe('valid')
    expect(other.check('order-1', issue('order-1'))).toBe('wrong')
  })

  test('allows 60 requests per client and minute', async () => {
    const limited = await openTestService({ settings: { rateLimit: true } })
    const post = () => limited.app.request('/testzahlung', formOf({}))
    const statuses = []
    for (let sent = 0; sent < 61; sent += 1) statuses.push((await post()).status)
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([403]))
    const refused = await limited.app.request('/testzahlung')
    expect([statuses[60], refused.status]).toEqual([429, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.text()).toContain('Zu viele Anfragen')
    await limited.close()
  })

  test('does not exist if a payment page is configured', async () => {
    const other = await openTestService({ settings: { checkoutUrl: 'https://pay.example/' } })
    expect((await other.app.request('/testzahlung')).status).toBe(404)
    const posted = await other.app.request('/testzahlung', formOf(ofRun()))
    expect(posted.status).toBe(404)
    await other.close()
  })
})

describe('Abbrechen', () => {
  test('shows that the order is not paid, links back and changes nothing', async () => {
    const response = await cancel()
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(`${run.order.number} ist eingegangen, aber noch nicht bezahlt`)
    expect(page).toContain(`href="/testzahlung?order=${run.order.id}&amp;ticket=${ticket}"`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await run.types()).toEqual(['start', 'complete', 'converted'])
  })

  test('shows that the order was paid in the meantime', async () => {
    await pay()
    expect(await (await cancel()).text()).toContain('bereits bezahlt')
  })
})

describe('Testzahlung abschließen', () => {
  test('pays the order by a signed callback and redirects to its page', async () => {
    const response = await pay()
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(`/success?order=${run.order.id}`)
    expect(await run.status()).toBe('paid')
    const [paid] = (await service.store.log.readRun(run.runId)).slice(-1)
    expect(paid).toMatchObject({
      type: 'paid',
      data: { paymentId: `test-${run.order.id}`, amountCents: 4999 },
    })
  })

  test('pays once, however often the button is pressed', async () => {
    const responses = [...(await Promise.all([pay(), pay()])), await pay()]
    expect(responses.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await run.types()).toEqual(['start', 'complete', 'converted', 'paid'])
  })

  test('is not offered again, and a withdrawn order is not paid', async () => {
    await pay()
    const paid = await (await open()).text()
    expect(paid).toContain('bereits bezahlt')
    expect(paid).not.toContain('<form')
    const other = await orderRun(service)
    const otherTicket = await other.ticket()
    await other.withdraw()
    const fields = { order: other.order.id, ticket: otherTicket }
    expect(await (await open(fields)).text()).toContain('widerrufen')
    expect((await pay(fields)).status).toBe(303)
    expect(await other.types()).toEqual(['start', 'complete', 'converted', 'withdrawn'])
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a client that sends no origin', {}],
  ])('is refused to %s', async (_, headers) => {
    const response = await pay(ofRun(), headers)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('Das hat nicht geklappt')
    expect(await run.status()).toBe('ordered')
  })

  test('is accepted from a browser that sends only an Origin header', async () => {
    expect((await pay(ofRun(), { origin: 'http://localhost' })).status).toBe(303)
  })

  test('refuses a form that is too large', async () => {
    const response = await pay({ ...ofRun(), more: 'a'.repeat(5000) })
    expect(response.status).toBe(413)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(await run.status()).toBe('ordered')
  })

  test('shows an error if the callback is refused, and leaves the order unchanged', async () => {
    const log = pino({ level: 'silent' })
    const deps = {
      store: service.store,
      secret: testPaymentSecret,
      tickets: { check: () => 'valid' as const },
      limits: { enabled: false, hops: 0, count: async () => undefined },
      now: service.clock.now,
      unpaid: defaultPeriods.unpaid,
      log,
      send: refuseAll,
    }
    const app = new Hono().onError(handleErrors(log)).route('/', testPaymentRoutes(deps))
    const response = await app.request('/testzahlung', formOf(ofRun()))
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('Die Testzahlung kam nicht an')
    expect(await run.status()).toBe('ordered')
  })
})
