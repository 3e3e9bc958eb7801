import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'
import {
  type TrackerPage,
  eventually,
  expectCalm,
  launchBrowser,
  openTracker,
  readDevice,
  runId,
} from './open-tracker.ts'
import { type ScriptedService, order, startScriptedService, stored } from './scripted-service.ts'

declare const window: Window & TrackerPage & { orderId: string }

let script: string
let browser: Browser
let service: ScriptedService
let context: BrowserContext
let page: Page

beforeAll(async () => {
  script = await bundleTracker()
  browser = await launchBrowser()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  service = await startScriptedService(script)
  context = await browser.newContext()
  page = await openTracker(context, service.origin)
})
afterEach(async () => {
  expectCalm(page)
  await context.close()
  await service.close()
})

/** Presses the order button; a second press repeats the same event. */
const placeOrder = () =>
  page.evaluate((run) => {
    window.orderId ??= window.tracking.newEventId()
    return window.tracking.sendComplete({
      tracker: window.tracker,
      context: () => window.wireContext as never,
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

test('an order is answered with its number, and goes whole but only by memory', async () => {
  expect(await placeOrder()).toEqual({ kind: 'ordered', order })
  expect(service.accepted).toMatchObject([{ type: 'complete', form: { iban: 'DE89370400440532013000' } }])
  expect(await readDevice(page)).toEqual({ rows: 0, text: '[][]' })
})

test('steps that wait go along, before the order, and are removed by the same answer', async () => {
  await page.evaluate(() => {
    window.step(1)
    window.step(2)
    window.step(3)
  })
  await placeOrder()
  expect(service.requests).toHaveLength(1)
  expect(service.accepted.map((event) => event.type)).toEqual(['step', 'step', 'step', 'complete'])
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
  await page.evaluate(() => window.tracker.flush())
  expect(service.requests).toHaveLength(1)
})

test('events of another context start before the order and do not hold it up', async () => {
  service.reply = (request) => (request.events[0]!.type === 'step' ? 'hang' : 'ok')
  await page.evaluate(() => {
    window.step(1)
    window.wireContext = { ...window.wireContext, consent: 'marketing' }
  })
  expect(await placeOrder()).toMatchObject({ kind: 'ordered' })
  await eventually(() => expect(service.requests.flatMap((one) => one.events)).toHaveLength(2))
})

test.each([400, 413, 422])(
  'when the whole request is refused with %d the order goes alone',
  async (status) => {
    service.reply = (request) => (request.events.length > 1 ? { status } : 'ok')
    await page.evaluate(() => {
      window.step(1)
      window.step(2)
    })
    expect(await placeOrder()).toEqual({ kind: 'ordered', order })
  },
)

test('a step that was rejected beside the order changes nothing for it', async () => {
  service.reply = (request) => {
    const [step, complete] = stored(request).results
    return { status: 200, body: { results: [{ id: step!.id, status: 'rejected', issues: [] }, complete] } }
  }
  await page.evaluate(() => window.step(1))
  expect(await placeOrder()).toEqual({ kind: 'ordered', order })
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
})

test.each([200, 422])('a rejected order in an answer of %d comes back with its issues', async (status) => {
  const issues = [{ path: 'form.iban', message: 'IBAN ungültig - bitte überprüfen' }]
  service.reply = ({ events }) => ({
    status,
    body: { results: [{ id: events[0]!.id, status: 'rejected', issues }] },
  })
  expect(await placeOrder()).toEqual({ kind: 'rejected', issues })
})

test('a repeat carries the same id, and the duplicate answers with the first order', async () => {
  service.reply = ({ events }, index) =>
    index === 0
      ? { status: 502 }
      : { status: 200, body: { results: [{ id: events[0]!.id, status: 'duplicate', position: 7, order }] } }
  expect(await placeOrder()).toEqual({ kind: 'unavailable', reason: 'answer', status: 502 })
  expect(await placeOrder()).toEqual({ kind: 'ordered', order })
  expect(new Set(service.requests.flatMap((one) => one.events.map((event) => event.id))).size).toBe(1)
})

test('without a network the page gets to know', async () => {
  await context.setOffline(true)
  expect(await placeOrder()).toEqual({ kind: 'unavailable', reason: 'network' })
})

test('a service that cannot answer now says when to come back', async () => {
  service.reply = () => ({ status: 503, headers: { 'Retry-After': '7' } })
  expect(await placeOrder()).toEqual({
    kind: 'unavailable',
    reason: 'answer',
    status: 503,
    retryAfterMs: 7000,
  })
})

test('an answer without an order is none', async () => {
  service.reply = () => ({ status: 200, body: { results: [] } })
  expect(await placeOrder()).toEqual({ kind: 'unavailable', reason: 'answer' })
})

test('an order alone that is refused as a whole is unavailable, with the status', async () => {
  service.reply = () => ({ status: 400 })
  expect(await placeOrder()).toEqual({ kind: 'unavailable', reason: 'answer', status: 400 })
  expect(service.requests).toHaveLength(1)
})

test('after 8 s without an answer the page gets to know, and the steps are kept', async () => {
  service.reply = () => 'hang'
  await page.evaluate(() => window.step(1))
  const pressed = Date.now()
  expect(await placeOrder()).toEqual({ kind: 'unavailable', reason: 'timeout' })
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(8000)
  service.reply = () => 'ok'
  await eventually(() => expect(service.accepted.map((event) => event.type)).toContain('step'))
})
