import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TrackerPage, readDevice, runId } from './open-tracker.ts'
import { order, stored } from './scripted-service.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage & { orderId: string }

/** Presses the order button; a second press repeats the same event. */
const placeOrder = (page: Page) =>
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

test('an order is answered with its number, and goes whole but only by memory', async ({ page, service }) => {
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order })
  expect(service.accepted).toMatchObject([{ type: 'complete', form: { iban: 'DE89370400440532013000' } }])
  expect(await readDevice(page)).toEqual({ rows: 0, text: '[][]' })
})

test('steps that wait go along, before the order, and are removed by the same answer', async ({
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

test('events of another context start before the order and do not hold it up', async ({ page, service }) => {
  service.reply = (request) => (request.events[0]!.type === 'step' ? 'hang' : 'ok')
  await page.evaluate(() => {
    window.step(1)
    window.wireContext = { ...window.wireContext, consent: 'marketing' }
  })
  expect(await placeOrder(page)).toMatchObject({ kind: 'ordered' })
  await eventually(() => expect(service.requests.flatMap((one) => one.events)).toHaveLength(2))
})

test.for([400, 413, 422])(
  'when the whole request is refused with %d the order goes alone',
  async (status, { page, service }) => {
    service.reply = (request) => (request.events.length > 1 ? { status } : 'ok')
    await page.evaluate(() => {
      window.step(1)
      window.step(2)
    })
    expect(await placeOrder(page)).toEqual({ kind: 'ordered', order })
  },
)

test('a step that was rejected beside the order changes nothing for it', async ({ page, service }) => {
  service.reply = (request) => {
    const [step, complete] = stored(request).results
    return { status: 200, body: { results: [{ id: step!.id, status: 'rejected', issues: [] }, complete] } }
  }
  await page.evaluate(() => window.step(1))
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order })
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
})

test.for([200, 422])(
  'a rejected order in an answer of %d comes back with its issues',
  async (status, { page, service }) => {
    const issues = [{ path: 'form.iban', message: 'IBAN ungültig - bitte überprüfen' }]
    service.reply = ({ events }) => ({
      status,
      body: { results: [{ id: events[0]!.id, status: 'rejected', issues }] },
    })
    expect(await placeOrder(page)).toEqual({ kind: 'rejected', issues })
  },
)

test('a repeat carries the same id, and the duplicate answers with the first order', async ({
  page,
  service,
}) => {
  service.reply = ({ events }, index) =>
    index === 0
      ? { status: 502 }
      : { status: 200, body: { results: [{ id: events[0]!.id, status: 'duplicate', position: 7, order }] } }
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'answer', status: 502 })
  expect(await placeOrder(page)).toEqual({ kind: 'ordered', order })
  expect(new Set(service.requests.flatMap((one) => one.events.map((event) => event.id))).size).toBe(1)
})

test('without a network the page gets to know', async ({ page, context }) => {
  await context.setOffline(true)
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'network' })
})

test('a service that cannot answer now says when to come back', async ({ page, service }) => {
  service.reply = () => ({ status: 503, headers: { 'Retry-After': '7' } })
  expect(await placeOrder(page)).toEqual({
    kind: 'unavailable',
    reason: 'answer',
    status: 503,
    retryAfterMs: 7000,
  })
})

test('an answer without an order is none', async ({ page, service }) => {
  service.reply = () => ({ status: 200, body: { results: [] } })
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'answer' })
})

test('an order alone that is refused as a whole is unavailable, with the status', async ({
  page,
  service,
}) => {
  service.reply = () => ({ status: 400 })
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'answer', status: 400 })
  expect(service.requests).toHaveLength(1)
})

test('after 8 s without an answer the page gets to know, and the steps are kept', async ({
  page,
  service,
}) => {
  service.reply = () => 'hang'
  await page.evaluate(() => window.step(1))
  const pressed = Date.now()
  expect(await placeOrder(page)).toEqual({ kind: 'unavailable', reason: 'timeout' })
  expect(Date.now() - pressed).toBeGreaterThanOrEqual(8000)
  service.reply = () => 'ok'
  await eventually(() => expect(service.accepted.map((event) => event.type)).toContain('step'))
})
