import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TrackerPage, readDevice, runId } from './open-tracker.ts'
import { order, stored } from './scripted-service.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage & { orderId: string }

/** Sends the order. A second call sends the same event again. */
const placeOrder = (page: Page) =>
  page.evaluate((run) => {
    window.orderId ??= window.tracking.newEventId()
    return window.tracking.sendComplete({
      tracker: window.tracker,
      context: () => window.wireContext as never,
      secret: 'secret-of-the-run',
      event: {
        id: window.orderId,
        occurredAt: new Date().toISOString(),
        funnel: 'anmeldung',
        funnelVersion: 1,
        runId: run,
        step: 4,
        form: { vorname: 'Ada', iban: 'DE89370400440532013000' },
      },
    })
  }, runId)

test('an order is sent with its IBAN, nothing is stored on the device, and the outcome contains the order', async ({
  page,
  service,
}) => {
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order, isRepeated: false })
  expect(service.accepted).toMatchObject([{ type: 'complete', form: { iban: 'DE89370400440532013000' } }])
  expect(service.requests).toMatchObject([{ runSecret: 'secret-of-the-run' }])
  expect(await readDevice(page)).toEqual({ rows: 0, text: '[][]' })
})

test('pending steps are sent before the order in the same request and then removed', async ({
  page,
  service,
}) => {
  await page.evaluate(() => {
    window.step(1)
    window.step(2)
    window.step(3)
  })
  await placeOrder(page)
  expect(service.requests).toHaveLength(1)
  expect(service.accepted.map((event) => event.type)).toEqual(['step', 'step', 'step', 'complete'])
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
  await page.evaluate(() => window.tracker.flush())
  expect(service.requests).toHaveLength(1)
})

test('events of another context are sent before the order without delaying it', async ({ page, service }) => {
  service.reply = (request) => (request.events[0]!.type === 'step' ? 'hang' : 'ok')
  await page.evaluate(() => {
    window.step(1)
    window.wireContext = { ...window.wireContext, consent: 'none' }
  })
  expect(await placeOrder(page)).toMatchObject({ kind: 'ordered' })
  await eventually(() => expect(service.requests.flatMap((one) => one.events)).toHaveLength(2))
})

test.for([400, 413, 422])(
  'if the whole request is rejected with %d, the order is sent alone',
  async (status, { page, service }) => {
    service.reply = (request) => (request.events.length > 1 ? { status } : 'ok')
    await page.evaluate(() => {
      window.step(1)
      window.step(2)
    })
    expect(await placeOrder(page)).toEqual({ kind: 'ordered', order, isRepeated: false })
  },
)

test('a step rejected in the same request does not affect the order', async ({ page, service }) => {
  service.reply = (request) => {
    const [step, complete] = stored(request).results
    return { status: 200, body: { results: [{ id: step!.id, status: 'rejected', issues: [] }, complete] } }
  }
  await page.evaluate(() => window.step(1))
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order, isRepeated: false })
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
})

test.for([200, 422])(
  'an order rejected with status %d is returned with its issues',
  async (status, { page, service }) => {
    const issues = [{ path: 'form.iban', message: 'IBAN ungültig - bitte überprüfen' }]
    service.reply = ({ events }) => ({
      status,
      body: { results: [{ id: events[0]!.id, status: 'rejected', issues }] },
    })
    expect(await placeOrder(page)).toEqual({ kind: 'rejected', issues })
  },
)

test('a retry has the same id, and a duplicate returns the first order', async ({ page, service }) => {
  service.reply = ({ events }, index) =>
    index === 0
      ? { status: 502 }
      : { status: 200, body: { results: [{ id: events[0]!.id, status: 'duplicate', position: 7, order }] } }
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'response', status: 502 })
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order, isRepeated: true })
  expect(new Set(service.requests.flatMap((one) => one.events.map((event) => event.id))).size).toBe(1)
})

test('an order sent without a network has the outcome unavailable', async ({ page, context }) => {
  await context.setOffline(true)
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'network' })
})

test('the outcome contains the Retry-After of an unavailable service', async ({ page, service }) => {
  service.reply = () => ({ status: 503, headers: { 'Retry-After': '7' } })
  expect(await placeOrder(page)).toEqual({
    kind: 'unavailable',
    reason: 'response',
    status: 503,
    retryAfterMs: 7000,
  })
})

test('a response without an order has the outcome unavailable', async ({ page, service }) => {
  service.reply = () => ({ status: 200, body: { results: [] } })
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'response' })
})

test('the outcome is unavailable, with the status, if a request with only the order is rejected', async ({
  page,
  service,
}) => {
  service.reply = () => ({ status: 400 })
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'response', status: 400 })
  expect(service.requests).toHaveLength(1)
})

test(
  'the outcome is unavailable after 8 s without a response, and the steps are kept',
  { tags: 'slow' },
  async ({ page, service }) => {
    service.reply = () => 'hang'
    await page.evaluate(() => window.step(1))
    const pressed = Date.now()
    expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'timeout' })
    expect(Date.now() - pressed).toBeGreaterThanOrEqual(8000)
    service.reply = () => 'ok'
    await eventually(() => expect(service.accepted.map((event) => event.type)).toContain('step'))
  },
)
