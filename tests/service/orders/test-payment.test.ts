import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutAnswer } from '#domain/order-contract.ts'
import { orderOf } from '#domain/order.ts'
import { handleErrors } from '#service/errors.ts'
import { paymentPage } from '#service/orders/test-payment-page.ts'
import { testPaymentRoutes } from '#service/routes/test-payment.ts'
import { storedEvent } from '#tests/build-events.ts'
import { type TestService, openTestService, testPaymentSecret } from '#tests/service/harness.ts'
import { type OrderedRun, orderRun } from './ordered-run.ts'

let service: TestService
let run: OrderedRun
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => void (run = await orderRun(service)))

const refuseAll = () => new Response(null, { status: 503 })
const sameOrigin = { 'sec-fetch-site': 'same-origin' }

/** The form as a browser sends it. */
function formOf(order: string, headers: Record<string, string>): RequestInit {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', headers: { ...type, ...headers }, body: new URLSearchParams({ order }).toString() }
}

const pay = (order = run.order.id, headers: Record<string, string> = sameOrigin) =>
  service.app.request('/testzahlung', formOf(order, headers))

const cancel = (query: string) => service.app.request(`/testzahlung/abgebrochen?order=${query}`)

describe('the test payment page', () => {
  test('is where the hand-over leads, and says first that no money is moved', async () => {
    const { redirectUrl } = (await (await run.checkout()).json()) as CheckoutAnswer
    const response = await service.app.request(redirectUrl)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch('text/html')
    expect(page).toMatch(/<body>\s*<p class="notice">Testzahlung – es wird kein Geld bewegt<\/p>/)
    expect(page).toContain(run.order.number)
    expect(page).toContain('49,99\u00a0€')
    expect(page).toContain('Anmeldung zum Rundfunkbeitrag')
    expect(page).toContain(`href="/testzahlung/abgebrochen?order=${run.order.id}"`)
  })

  test('repeats nothing of the billing data and keeps them out of caches and referrers', async () => {
    const { redirectUrl } = (await (await run.checkout()).json()) as CheckoutAnswer
    const response = await service.app.request(redirectUrl)
    const page = await response.text()
    for (const value of ['lucja', 'Müller', 'Hauptstra', 'google']) expect(page).not.toContain(value)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin')
  })

  test('runs no script and no style of its own', async () => {
    const response = await service.app.request(`/testzahlung?order=${run.order.id}`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; style-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(await response.text()).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    const style = await service.app.request('/testzahlung/style.css')
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('escapes whatever it is given', async () => {
    const complete = storedEvent('complete', {
      data: { orderNumber: '"><script>1</script>', priceCents: 4999 },
    })
    const page = String(await paymentPage(orderOf([complete])!, '<img src=x onerror=1>'))
    expect(page).not.toMatch(/<script|<img src=x/)
    expect(page).toContain('&lt;img src=x')
  })

  test.each([
    ['no order', () => ''],
    ['an unknown one', () => `?order=${randomUUID()}`],
    ['an event that is no order', () => `?order=${run.startId}`],
    ['a script', () => '?order=%22%3E%3Cscript%3E'],
  ])('says that there is no such order for %s', async (_, query) => {
    const response = await service.app.request(`/testzahlung${query()}`)
    const page = await response.text()
    expect(response.status).toBe(404)
    expect(page).toContain('Auftrag nicht gefunden')
    expect(page).not.toContain('<script')
  })

  test('is not there when a payment page is configured', async () => {
    const other = await openTestService({ settings: { checkoutUrl: 'https://pay.example/' } })
    expect((await other.app.request('/testzahlung')).status).toBe(404)
    const posted = await other.app.request('/testzahlung', formOf(run.order.id, sameOrigin))
    expect(posted.status).toBe(404)
    await other.close()
  })
})

describe('Abbrechen', () => {
  test('says that the order is not paid, leads back and changes nothing', async () => {
    const response = await cancel(run.order.id)
    const page = await response.text()
    expect(response.status).toBe(200)
    expect(page).toContain(`${run.order.number} ist eingegangen, aber noch nicht bezahlt`)
    expect(page).toContain(`href="/testzahlung?order=${run.order.id}"`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await run.types()).toEqual(['start', 'complete'])
  })

  test('says so when it was paid meanwhile, or is no order', async () => {
    await pay()
    expect(await (await cancel(run.order.id)).text()).toContain('bereits bezahlt')
    expect((await cancel(randomUUID())).status).toBe(404)
  })
})

describe('Testzahlung abschließen', () => {
  test('pays the order by a signed callback and leads to what is known of it', async () => {
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
    const answers = [...(await Promise.all([pay(), pay()])), await pay()]
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
  })

  test('is not offered again, and a withdrawn order is not paid', async () => {
    await pay()
    const paid = await (await service.app.request(`/testzahlung?order=${run.order.id}`)).text()
    expect(paid).toContain('bereits bezahlt')
    expect(paid).not.toContain('<form')
    const other = await orderRun(service)
    await other.withdraw()
    expect(await (await service.app.request(`/testzahlung?order=${other.order.id}`)).text()).toContain(
      'widerrufen',
    )
    expect((await pay(other.order.id)).status).toBe(303)
    expect(await other.types()).toEqual(['start', 'complete', 'withdrawn'])
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['who says nothing of where it comes from', {}],
  ])('is refused to %s', async (_, headers) => {
    const response = await pay(run.order.id, headers)
    expect(response.status).toBe(403)
    expect(await response.text()).toContain('Das hat nicht geklappt')
    expect(await run.status()).toBe('ordered')
  })

  test('is taken from a browser that only names its origin', async () => {
    expect((await pay(run.order.id, { origin: 'http://localhost' })).status).toBe(303)
  })

  test.each([
    ['an unknown order', randomUUID()],
    ['none', ''],
    ['far too much', 'a'.repeat(5000)],
  ])('does nothing for %s', async (_, order) => {
    const response = await pay(order)
    expect(response.status).toBe(order.length > 4096 ? 413 : 404)
    expect(response.headers.get('content-type')).toMatch('text/html')
  })

  test('says so when the callback was not taken, and leaves the order as it is', async () => {
    const log = pino({ level: 'silent' })
    const deps = {
      store: service.store,
      secret: testPaymentSecret,
      now: service.clock.now,
      log,
      send: refuseAll,
    }
    const app = new Hono().onError(handleErrors(log)).route('/', testPaymentRoutes(deps))
    const response = await app.request('/testzahlung', formOf(run.order.id, sameOrigin))
    expect(response.status).toBe(502)
    expect(await response.text()).toContain('Die Testzahlung kam nicht an')
    expect(await run.status()).toBe('ordered')
  })
})
