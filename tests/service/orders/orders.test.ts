import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CheckoutResponse } from '#domain/orders/order-contract.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { createCheckout } from '#service/orders/checkout.ts'
import { orderRoutes } from '#service/orders/routes.ts'
import { anmeldungForm, envelope, noon, storedEvent, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { type OrderedRun, orderRun, touch } from './ordered-run.ts'

let service: TestService
let run: OrderedRun
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => void (run = await orderRun(service)))

const redirectOf = async (response: Response) =>
  new URL(((await response.json()) as CheckoutResponse).redirectUrl)

describe('an order', () => {
  test('can be read as soon as its `complete` was accepted, without personal data, and is not cached', async () => {
    const response = await run.read()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.json()).toEqual({
      number: run.order.number,
      funnel: 'anmeldung',
      priceCents: 4999,
      status: 'ordered',
    })
  })

  test('is found by its id in upper case', async () => {
    expect((await service.app.request(`/api/orders/${run.order.id.toUpperCase()}`)).status).toBe(200)
  })

  test('has the status of the log, without waiting for the projections', async () => {
    await run.callback()
    expect(await run.status()).toBe('paid')
    await run.withdraw()
    expect(await run.status()).toBe('withdrawn')
  })

  test.each([
    ['an unknown id', () => randomUUID()],
    ['the id of another event', () => run.startId],
    ['the id of a run', () => run.runId],
    ['an order number', () => 'FL-0123456789'],
    ['an SQL statement', () => "'%20OR%201=1"],
    ['a very long id', () => 'a'.repeat(4000)],
  ])('is not found by %s', async (_, id) => {
    const response = await service.app.request(`/api/orders/${id()}`)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ type: 'urn:formlotse:problem:unknown-order' })
  })
})

describe('the checkout', () => {
  const billing = {
    billing_email: 'lucja@example.org',
    billing_first_name: 'Łucja',
    billing_last_name: 'Müller-Lüdenscheidt',
    billing_street: 'Hauptstraße 12a',
    billing_postal_code: '10115',
    billing_city: 'Berlin',
    billing_country: 'DE',
    'aero-add-to-checkout': '36',
    'aero-qty': '1',
  }
  const campaign = { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'herbst' }

  test('contains no click id without consent', async () => {
    const url = await redirectOf(await (await orderRun(service)).checkout())
    expect(url.searchParams.get('utm_source')).toBe('google')
    expect(url.searchParams.has('gclid')).toBe(false)
  })

  test('returns the test payment page with billing data, campaign and order', async () => {
    const agreed = await orderRun(service, { consent: 'marketing' })
    const response = await agreed.checkout()
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const url = await redirectOf(response)
    expect(url.origin + url.pathname).toBe('http://localhost:3000/testzahlung')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...billing,
      ...campaign,
      gclid: 'click-1',
      order: agreed.order.id,
      ticket: expect.stringMatching(/^\d+\.[\w-]{43}$/) as string,
    })
  })

  test('logs neither billing data nor the secret', async () => {
    await service.app.request((await redirectOf(await run.checkout())).href)
    const written = service.lines.join('')
    for (const value of ['lucja', 'Müller', 'Hauptstra', 'click-1', run.secret])
      expect(written).not.toContain(value)
  })

  test.each([
    ['no secret', {}],
    ['an empty secret', { 'x-run-secret': '' }],
    ['another secret', { 'x-run-secret': 'a'.repeat(43) }],
    ['its hash', () => ({ 'x-run-secret': createHash('sha256').update(run.secret).digest('hex') })],
    ['the secret with a suffix', () => ({ 'x-run-secret': `${run.secret}a` })],
    ['the secret in lower case', () => ({ 'x-run-secret': run.secret.toLowerCase() })],
  ])('with %s gets the response for an unknown order', async (_, headers) => {
    const wrong = await run.checkout(typeof headers === 'function' ? headers() : headers)
    const unknown = await run.checkout({ 'x-run-secret': run.secret }, randomUUID())
    expect([wrong.status, unknown.status]).toEqual([404, 404])
    expect(await wrong.json()).toEqual(await unknown.json())
  })

  test('does not accept the secret of a later start', async () => {
    const secret = 'mine'
    const secretHash = createHash('sha256').update(secret).digest('hex')
    await service.post(envelope([wireEvent('start', { runId: run.runId, data: { secretHash, entry: '/' } })]))
    expect((await run.checkout({ 'x-run-secret': secret })).status).toBe(404)
    expect((await run.checkout()).status).toBe(200)
  })

  test('is refused if the order can no longer be paid', async () => {
    await run.callback()
    const paid = await run.checkout()
    expect(paid.status).toBe(409)
    expect(await paid.json()).toMatchObject({
      type: 'urn:formlotse:problem:paid-already',
      orderStatus: 'paid',
    })
    await run.withdraw()
    const withdrawn = await run.checkout()
    expect(withdrawn.status).toBe(409)
    expect(await withdrawn.json()).toMatchObject({ type: 'urn:formlotse:problem:withdrawn' })
  })

  test('is refused if the billing data has been erased', async () => {
    const runId = randomUUID()
    const secretHash = createHash('sha256').update('secret').digest('hex')
    const start = storedEvent('start', { runId, data: { secretHash, entry: '/' } })
    // Simulates an erased order: its event is in the log, but no personal values are stored.
    const complete = storedEvent('complete', { runId })
    await service.store.log.append({ events: [start, complete], rejected: [], now: noon, dedupeWindowMs: 0 })
    const response = await run.checkout({ 'x-run-secret': 'secret' }, complete.id)
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ type: 'urn:formlotse:problem:no-billing-data' })
  })

  test('uses the campaign of the run if the `complete` has none', async () => {
    const runId = randomUUID()
    const secretHash = createHash('sha256').update('secret').digest('hex')
    const start = wireEvent('start', { runId, data: { secretHash, entry: '/' } })
    const complete = wireEvent('complete', { runId })
    const context = {
      ...envelope([]).context,
      consent: 'marketing' as const,
      attribution: { touches: [touch] },
    }
    await service.post(envelope([start], { context }))
    await service.post(envelope([complete], { context: { ...envelope([]).context, consent: 'marketing' } }))
    const url = await redirectOf(await run.checkout({ 'x-run-secret': 'secret' }, complete.id))
    expect(Object.fromEntries(url.searchParams)).toMatchObject(campaign)
  })

  test('records the conversion before the visitor leaves, once per order', async () => {
    const responses = await Promise.all([run.checkout(), run.checkout(), run.checkout()])
    responses.push(await run.checkout())
    const urls = await Promise.all(responses.map(async (response) => (await redirectOf(response)).href))
    expect(new Set(urls).size).toBe(1)
    expect(await run.types()).toEqual(['start', 'complete', 'converted'])
    const converted = (await service.store.log.readRun(run.runId)).at(-1)
    expect(converted).toMatchObject({ data: { orderId: run.order.id }, meta: { touches: [] }, facts: {} })
  })

  test('records no conversion for an order that cannot be paid', async () => {
    await run.checkout({ 'x-run-secret': 'a'.repeat(43) })
    await run.withdraw()
    await run.checkout()
    expect(await run.types()).toEqual(['start', 'complete', 'withdrawn'])
  })
})

async function redirected(
  how: Parameters<typeof orderRun>[1],
  settings: { checkoutUrl?: string; publicUrl?: string; vipProductIds?: Record<string, number> } = {},
  origin = 'http://formlotse.internal:3000',
) {
  const { order, secret } = await orderRun(service, how)
  const limits = { enabled: false, hops: 0, count: async () => undefined }
  const { store, clock } = service
  const common = { store, now: clock.now, unpaid: defaultPeriods.unpaid }
  const payment = createCheckout({
    ...common,
    ...settings,
    tickets: { issue: () => 'ticket' },
    onCommit: () => undefined,
  })
  const routes = orderRoutes({ ...common, payment, limits })
  const url = `${origin}/api/orders/${order.id}/checkout`
  return redirectOf(await routes.request(url, { method: 'POST', headers: { 'x-run-secret': secret } }))
}

describe('the checkout with other settings', () => {
  test('accepts a secret whose hash was sent in base64url', async () => {
    expect((await redirected({ hash: 'base64url' })).pathname).toBe('/testzahlung')
  })

  test('redirects to the configured payment page', async () => {
    const url = await redirected({}, { checkoutUrl: 'https://pay.example/kasse?shop=7' })
    expect(url.origin + url.pathname).toBe('https://pay.example/kasse')
    expect(url.searchParams.get('shop')).toBe('7')
    expect(url.searchParams.get('aero-add-to-checkout')).toBe('36')
  })

  test.each([
    ['vip', '136'],
    ['premium', '36'],
  ])(
    'passes the product of the service level %s, whose price the checkout charges',
    async (serviceLevel, id) => {
      const settings = { checkoutUrl: 'https://pay.example/', vipProductIds: { anmeldung: 136 } }
      const url = await redirected({ form: { ...anmeldungForm, serviceLevel } }, settings)
      expect(url.searchParams.get('aero-add-to-checkout')).toBe(id)
    },
  )

  test('redirects to the host of the request if no URL is configured', async () => {
    expect((await redirected({})).origin).toBe('http://formlotse.internal:3000')
  })

  test('ignores a foreign Host header if no URL is configured', async () => {
    expect((await redirected({}, {}, 'https://evil.example')).origin).toBe('http://localhost')
  })

  test('redirects to the configured URL whatever the Host header is', async () => {
    const settings = { publicUrl: 'https://www.example.de' }
    expect((await redirected({}, settings, 'https://evil.example')).origin).toBe('https://www.example.de')
  })

  test('passes the ticket only to the test payment page', async () => {
    expect((await redirected({})).searchParams.get('ticket')).toBe('ticket')
    const url = await redirected({}, { checkoutUrl: 'https://pay.example/' })
    expect(url.searchParams.has('ticket')).toBe(false)
  })

  test('bills the visitor, not a different account holder', async () => {
    const url = await redirected({
      form: {
        ...anmeldungForm,
        abweichenderKontoinhaber: true,
        vornameLastschrift: 'Jörg',
        nachnameLastschrift: 'Groß',
        abweichenderKontoAdresse: anmeldungForm.adresse,
        kontoinhaberUnterschriftZustimmung: true,
      },
    })
    expect(url.searchParams.get('billing_first_name')).toBe('Łucja')
  })
})
