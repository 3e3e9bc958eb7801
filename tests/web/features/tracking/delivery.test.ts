import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { type TrackerPage, readDevice, warningsOf } from './open-tracker.ts'
import { type Reply, type ScriptedService, stored } from './scripted-service.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage
const step = (page: Page, number: number) => page.evaluate((at) => window.step(at), number)
const email = (page: Page, address: string) => page.evaluate((text) => window.email(text), address)
const steps = (page: Page, from: number, to: number) =>
  page.evaluate(
    ([first, last]) => {
      for (let at = first!; at <= last!; at++) window.step(at)
    },
    [from, to],
  )
const typesOf = (service: ScriptedService, index: number) =>
  service.requests[index]?.events.map((event) => event.type)
const gap = (service: ScriptedService, index: number) =>
  service.requests[index + 1]!.at - service.requests[index]!.at
/** Makes the service send the given replies in order, and then always 'ok'. */
const inTurn = (service: ScriptedService, ...replies: Reply[]) => {
  service.reply = (_, index) => replies[index] ?? 'ok'
}

test('high-priority events are sent immediately, together with pending events', async ({ page, service }) => {
  await step(page, 1)
  const tracked = Date.now()
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(2))
  expect(service.requests[0]!.at - tracked).toBeLessThan(1000)
  expect(service.requests).toHaveLength(1)
  expect(typesOf(service, 0)).toEqual(['step', 'email'])
  expect(service.requests[0]!.final).toBe(false)
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
})

test('high-priority events do not wait for a request in flight', async ({ page, service }) => {
  inTurn(service, 'hang')
  await steps(page, 1, 10)
  await eventually(() => expect(service.requests).toHaveLength(1))
  await email(page, 'ada@example.org')
  await eventually(() => expect(typesOf(service, 1)).toEqual(['email']), 1000)
})

test('other events are sent after 5 s, or once ten are pending', async ({ page, service }) => {
  await steps(page, 1, 9)
  await eventually(() => expect(service.accepted).toHaveLength(9), 7000)
  const [first] = service.requests
  const waited = Date.parse(first!.sentAt) - Date.parse(first!.events[0]!.occurredAt)
  expect(waited).toBeGreaterThanOrEqual(4990)
  await steps(page, 1, 20)
  await eventually(() => expect(service.accepted).toHaveLength(19), 1000)
  expect(service.requests[1]!.events).toHaveLength(10)
})

test('repeated events within 30 s are sent once', async ({ page, service }) => {
  await page.evaluate(() => {
    window.email('ada@example.org')
    window.email('ada@example.org')
    window.step(1)
    window.step(1)
    window.email('eve@example.org')
  })
  await eventually(() => expect(service.accepted).toHaveLength(3))
  const sent = service.accepted.map((event) => event.form?.['email'])
  expect(sent).toHaveLength(3)
  expect(new Set(sent)).toEqual(new Set(['ada@example.org', 'eve@example.org', undefined]))
})

test('failed requests are retried with increasing delays and the same ids', async ({ page, service }) => {
  inTurn(service, { status: 500 }, { status: 502 }, 'reset', { status: 503 })
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(1), 12_000)
  expect(new Set(service.requests.flatMap((one) => one.events.map((event) => event.id))).size).toBe(1)
  expect(gap(service, 0)).toBeGreaterThanOrEqual(390)
  expect(gap(service, 0)).toBeLessThan(1500)
  expect(gap(service, 1)).toBeGreaterThanOrEqual(790)
  // The `sentAt` of each request is the time of that attempt, not of the first attempt.
  const times = service.requests.map((one) => Date.parse(one.sentAt))
  expect(times.every((at, index) => Math.abs(at - service.requests[index]!.at) < 500)).toBe(true)
})

test('one success ends the delay for all events', { tags: 'slow' }, async ({ page, service }) => {
  service.reply = () => ({ status: 500 })
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.requests).toHaveLength(4), 10_000)
  service.reply = () => 'ok'
  // Without the new event, the first event would be retried after 3.2 s at the earliest.
  await email(page, 'eve@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(2), 1500)
  await steps(page, 1, 10)
  await eventually(() => expect(service.accepted).toHaveLength(12), 1500)
})

test('ten events tracked during the successful request are sent without delay', async ({ page, service }) => {
  service.reply = () => ({ status: 500 })
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.requests).toHaveLength(3), 10_000)
  // Without the new event below, the first event would be retried after 1.6 s at the earliest.
  service.reply = async ({ events }): Promise<Reply> => {
    if (events.some((event) => event.type === 'email')) await steps(page, 1, 10)
    return 'ok'
  }
  await email(page, 'eve@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(12), 1500)
})

test('events that a response does not confirm are kept, for example if a captive portal responds', async ({
  page,
  service,
}) => {
  service.reply = (request, index) =>
    [
      { status: 200, body: 'Willkommen im WLAN' },
      { status: 200, body: { results: stored(request).results.slice(0, 1) } },
    ][index] ?? 'ok'
  await step(page, 1)
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(1))
  expect(service.requests.map((one) => one.events.length)).toEqual([2, 2, 1])
  expect(gap(service, 1)).toBeGreaterThanOrEqual(390)
})

test.for([429, 503])('%d with Retry-After postpones all requests', async (status, { page, service }) => {
  inTurn(service, { status, headers: { 'Retry-After': '2' } })
  const finished = page.waitForEvent('requestfinished')
  await email(page, 'ada@example.org')
  await finished
  await page.waitForTimeout(100)
  await email(page, 'eve@example.org')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await eventually(() => expect(service.accepted).toHaveLength(2))
  expect(service.requests).toHaveLength(2)
  expect(gap(service, 0)).toBeGreaterThanOrEqual(2000)
  expect(gap(service, 0)).toBeLessThan(4000)
})

test('Retry-After may be a date', async ({ page, service }) => {
  const Date = 'Fri, 20 Nov 2026 10:00:00 GMT'
  inTurn(service, { status: 429, headers: { Date, 'Retry-After': 'Fri, 20 Nov 2026 10:00:01 GMT' } })
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(1))
  expect(gap(service, 0)).toBeGreaterThanOrEqual(1000)
  expect(gap(service, 0)).toBeLessThan(3000)
})

test('413 halves the batch, and a single event that is too large is dropped with a warning', async ({
  page,
  service,
}) => {
  service.reply = (request) =>
    request.events.length > 3 || request.events.some((event) => event.step === 4) ? { status: 413 } : 'ok'
  await steps(page, 1, 10)
  await eventually(() => expect(service.accepted).toHaveLength(9))
  expect(service.accepted.map((event) => event.step)).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10])
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
  // Check the warning last: it may arrive after the requests, but it precedes the result of `readDevice`.
  expect(warningsOf(page)).toEqual([expect.stringContaining('larger than the service accepts: step')])
})

test.for([400, 404, 415, 422])(
  '%d drops the batch with a warning, and later events are sent',
  async (status, { page, service }) => {
    inTurn(service, { status })
    await email(page, 'ada@example.org')
    await eventually(() => expect(warningsOf(page)).toHaveLength(1))
    expect(warningsOf(page)[0]).toContain(`refused with status ${status}: email`)
    expect(warningsOf(page)[0]).not.toContain('ada@')
    await email(page, 'eve@example.org')
    await eventually(() => expect(service.accepted).toHaveLength(1))
    expect(service.requests).toHaveLength(2)
    await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
  },
)

test.for([200, 422])(
  'an event rejected with status %d is dropped with a warning',
  async (status, { page, service }) => {
    service.reply = ({ events }) => ({
      status,
      body: {
        results: [{ id: events[0]!.id, status: 'rejected', issues: [{ path: 'form', message: 'no' }] }],
      },
    })
    await email(page, 'ada@example.org')
    await eventually(() => expect(warningsOf(page)).toEqual([expect.stringContaining('rejected: email')]))
    await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 0 }))
    expect(service.requests).toHaveLength(1)
  },
)

test('an event reported as a duplicate counts as confirmed', async ({ page, service }) => {
  service.reply = ({ events }) => ({
    status: 200,
    body: { results: [{ id: events[0]!.id, status: 'duplicate', position: 1 }] },
  })
  await email(page, 'ada@example.org')
  await eventually(async () => {
    expect(service.requests).toHaveLength(1)
    expect(await readDevice(page)).toMatchObject({ rows: 0 })
  })
})

test('events tracked offline are sent as soon as the network is back', async ({ page, service, context }) => {
  await context.setOffline(true)
  await email(page, 'ada@example.org')
  await email(page, 'eve@example.org')
  // 4.5 s after the first attempt, the next scheduled retry is at least 1.5 s away. The tracker must not wait for it.
  await page.waitForTimeout(4500)
  expect(service.requests).toHaveLength(0)
  const back = Date.now()
  await context.setOffline(false)
  await eventually(() => expect(service.accepted).toHaveLength(2))
  expect(service.requests[0]!.at - back).toBeLessThan(1000)
})

test('a request times out after 4 s and is retried soon', { tags: 'slow' }, async ({ page, service }) => {
  inTurn(service, 'hang')
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(1), 12_000)
  // The time starts when the browser sends the request. On a busy machine, the request arrives noticeably later.
  expect(gap(service, 0)).toBeGreaterThanOrEqual(3500)
  expect(gap(service, 0)).toBeLessThan(6000)
})

test(
  'a batch without urgent events is not repeated while the service waits for more events',
  { tags: 'slow' },
  async ({ page, service }) => {
    service.reply = async (): Promise<Reply> => {
      // The service waits for 5 s before it commits.
      await new Promise((resolve) => setTimeout(resolve, 6000))
      return 'ok'
    }
    await steps(page, 1, 10)
    await eventually(() => expect(service.accepted).toHaveLength(10), 12_000)
    expect(service.requests).toHaveLength(1)
  },
)

test(
  'after several failures, a slow response is waited for longer than 4 s',
  { tags: 'slow' },
  async ({ page, service }) => {
    service.reply = async (_, index): Promise<Reply> => {
      if (index < 4) return { status: 500 }
      await new Promise((resolve) => setTimeout(resolve, 6000))
      return 'ok'
    }
    await email(page, 'ada@example.org')
    await eventually(() => expect(service.accepted).toHaveLength(1), 30_000)
    expect(service.requests).toHaveLength(5)
  },
)

test('only bodies over 2 KB are compressed', async ({ page, service }) => {
  await page.evaluate(() => window.step(1, { form: { vorname: 'Ada ' } }))
  await page.evaluate(() => window.tracker.flush())
  await page.evaluate(() => window.step(2, { form: { vorname: 'Łucja '.repeat(400) } }))
  await page.evaluate(() => window.tracker.flush())
  expect(service.requests.map((one) => one.gzip)).toEqual([false, true])
  expect(service.requests[1]!.bytes).toBeLessThan(500)
  expect(service.accepted[1]!.form).toEqual({ vorname: 'Łucja '.repeat(400) })
})

test('each event is sent with the context of its own time', async ({ page, service }) => {
  await page.evaluate(() => {
    window.step(1)
    window.wireContext = { ...window.wireContext, consent: 'none' }
    window.step(2)
    return window.tracker.flush()
  })
  expect(service.requests.map(({ context: { consent }, events }) => [consent, events[0]!.step])).toEqual([
    ['marketing', 1],
    ['none', 2],
  ])
})

test('invalid arguments of the page cause warnings but no errors', async ({ page }) => {
  await page.evaluate(() => {
    const round: Record<string, unknown> = {}
    round['round'] = round
    window.step(1, { form: round })
    window.tracker.track(undefined as never)
    window.wireContext = undefined as never
    window.step(2)
  })
  expect(warningsOf(page)).toHaveLength(3)
})
