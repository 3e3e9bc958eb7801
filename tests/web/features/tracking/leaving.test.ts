import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import {
  type TrackerPage,
  expectNoPageErrors,
  launchBrowser,
  openTracker,
  readDevice,
  runId,
  startTracker,
} from './open-tracker.ts'
import type { ScriptedService } from './scripted-service.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage
const blankPage = 'about:blank'

function openRun(page: Page, form: Record<string, unknown> = { vorname: 'Ada' }) {
  return page.evaluate(
    (run) => {
      window.tracking.watchDepartures({ tracker: window.tracker, currentRun: () => run })
    },
    { funnel: 'anmeldung', funnelVersion: 1, runId, step: 2, form },
  )
}

test('leaving the page sends pending events and the departure in one final request', async ({
  page,
  service,
}) => {
  await openRun(page)
  await page.evaluate(() => window.step(1))
  await page.goto(blankPage)
  await eventually(() => expect(service.accepted).toHaveLength(2))
  expect(service.requests).toHaveLength(1)
  expect(service.requests[0]!.final).toBe(true)
  expect(service.accepted.map((event) => event.type)).toEqual(['step', 'abandon'])
  expect(service.accepted[1]).toMatchObject({
    data: { trigger: 'pagehide' },
    form: { vorname: 'Ada' },
    step: 2,
  })
})

test('a departure whose first script is stopped is reported once', async ({ page, service }) => {
  await openRun(page)
  await page.evaluate(() => {
    window.step(1)
    let calls = 0
    // Firefox stops a script while it closes the tab. Chromium never does, so that the script stops itself.
    window.tracker.onLeave(() => {
      if (++calls === 1) throw new Error('stopped')
    })
    window.addEventListener('error', (event) => event.preventDefault())
    window.dispatchEvent(new Event('pagehide'))
  })
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'abandon']))
  expect(service.requests.map((one) => one.final)).toEqual([true])
})

test('closing the tab sends a final request too', async ({ page, service }) => {
  await openRun(page)
  await page.evaluate(() => window.step(1))
  await page.close({ runBeforeUnload: true })
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'abandon']))
})

test('events in flight are sent again, because the browser aborts the request', async ({ page, service }) => {
  service.reply = (_, index) => (index === 0 ? 'hang' : 'ok')
  await page.evaluate(() => window.email('ada@example.org'))
  await eventually(() => expect(service.requests).toHaveLength(1))
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['email']), 2000)
  expect(service.requests.map((one) => one.final)).toEqual([false, true])
})

test('large bodies are compressed in advance but contain the time of leaving and the newest event', async ({
  page,
  service,
}) => {
  await openRun(page)
  await page.evaluate(() => {
    // The events have 200 KB in total, which exceeds the browser's keepalive quota unless they are compressed.
    for (let at = 1; at <= 8; at++) window.step(at, { form: { vorname: 'Łucja '.repeat(4000) } })
  })
  await page.waitForTimeout(1500)
  const left = Date.now()
  await page.goto(blankPage)
  await eventually(() => expect(service.accepted).toHaveLength(9))
  for (const one of service.requests) {
    expect(one.final).toBe(true)
    expect(Date.parse(one.sentAt)).toBeGreaterThanOrEqual(left)
  }
  expect(
    service.requests.filter((one) => one.gzip).flatMap((one) => one.events).length,
  ).toBeGreaterThanOrEqual(8)
  expect(service.accepted.map((event) => event.type)).toContain('abandon')
})

test('events that exceed the keepalive quota remain for the next visit', async ({ page, service }) => {
  await page.evaluate(() => {
    // Random text compresses badly, so the compressed events still exceed the quota.
    for (let at = 1; at <= 8; at++) {
      const text = Array.from({ length: 2500 }, () => Math.random().toString(36).slice(2, 12)).join('')
      window.step(at, { form: { vorname: text } })
    }
  })
  await page.waitForTimeout(300)
  await page.goto(blankPage)
  await eventually(() => expect(service.accepted.length).toBeGreaterThan(0))
  await page.waitForTimeout(300)
  expect(service.accepted.length).toBeLessThan(8)
  expect(service.accepted.at(0)!.step).toBeGreaterThan(4)
  await startTracker(page, service.origin)
  await eventually(() => expect(new Set(service.accepted.map((event) => event.step)).size).toBe(8))
})

test('a beacon is sent if fetch does not support keepalive', async ({ service, context }) => {
  await context.addInitScript(() => Reflect.deleteProperty(Request.prototype, 'keepalive'))
  const page = await openTracker(context, service.origin)
  await openRun(page)
  await page.evaluate(() => window.step(1))
  await page.goto(blankPage)
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'abandon']))
  expect(service.requests).toMatchObject([{ final: true, gzip: false }])
})

test('a rejected fetch falls back to a beacon', async ({ page, service }) => {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('quota'))
    window.step(1)
    window.dispatchEvent(new Event('pagehide'))
  })
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step']))
})

test('a departure that could not be sent is sent by the next visit', async ({ page, service }) => {
  service.reply = () => ({ status: 503 })
  await openRun(page)
  await page.goto(blankPage)
  await eventually(() => expect(service.requests).toHaveLength(1))
  service.reset()
  await startTracker(page, service.origin)
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['abandon']), 1500)
  // After the response, the events are removed from localStorage.
  await eventually(async () => expect(await page.evaluate(() => localStorage.length)).toBe(0))
})

test('an event tracked after the page was left is stored and sent', async ({ page, service }) => {
  await page.evaluate(() => {
    window.addEventListener('pagehide', () => window.step(9))
  })
  await page.goto(blankPage)
  await eventually(() => expect(service.accepted.map((event) => event.step)).toEqual([9]))
})

const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((away) => {
    if (away) Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    else Reflect.deleteProperty(document, 'hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)

test('hiding the page sends pending events', async ({ page, service }) => {
  await page.evaluate(() => window.step(1))
  await setHidden(page, true)
  await eventually(() => expect(service.requests.map((one) => one.final)).toEqual([true]), 2000)
})

test('showing the page retries immediately', async ({ page, service }) => {
  service.reply = () => ({ status: 500 })
  await page.evaluate(() => window.email('ada@example.org'))
  await eventually(() => expect(service.requests).toHaveLength(4), 10_000)
  service.reply = () => 'ok'
  await setHidden(page, false)
  // Without `setHidden(page, false)`, the next retry would be after 3.2 s at the earliest.
  await eventually(() => expect(service.accepted).toHaveLength(1), 2000)
})

/**
 * Leaves a page with an unsent event, lets another page send the event, and goes back. Returns null if the browser did
 * not cache the page.
 */
async function leaveAndReturn(keeping: Browser, service: ScriptedService): Promise<Page | null> {
  service.reset()
  const [kept, other] = ['localhost', '127.0.0.1'].map((host) => service.origin.replace('localhost', host))
  const shared = await keeping.newContext()
  const page = await openTracker(shared, kept!)
  await page.evaluate(() => {
    window.step(1)
    window.addEventListener('pageshow', ({ persisted }) => Object.assign(window, { persisted }))
  })
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
  // Only the requests of pages that are being left fail.
  service.reply = ({ final }) => (final ? { status: 500 } : 'ok')
  await page.goto(other!)
  // Another page may send the events of a cached page, because the browser may never show the cached page again.
  const later = await openTracker(shared, kept!)
  await eventually(async () => {
    // A busy browser might run `pagehide` of the left page only after the new page has looked for its events.
    await setHidden(later, false)
    // Each event by its id, because a busy browser may also have sent it before the page was left.
    expect([...new Map(service.accepted.map(({ id, step }) => [id, step])).values()]).toEqual([1])
  })
  await page.goBack({ waitUntil: 'commit' })
  // If the browser has loaded the page anew instead of restoring it from its cache, `window.step` does not exist.
  if (!(await page.evaluate(() => 'step' in window))) {
    await shared.close()
    return null
  }
  await page.waitForFunction(() => 'persisted' in window && window.persisted)
  return page
}

test('a page restored from the back/forward cache continues tracking', async ({ service }) => {
  const keeping = await launchBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  try {
    // Make several attempts, because a busy browser does not cache every page.
    let page: Page | null = null
    for (let visit = 0; visit < 3 && !page; visit += 1) page = await leaveAndReturn(keeping, service)
    expect(page).not.toBeNull()
    await page!.evaluate(() => window.email('ada@example.org'))
    await eventually(() => expect(service.accepted.at(-1)!.type).toBe('email'))
    await eventually(async () => expect(await readDevice(page!)).toEqual({ rows: 0, text: '[][]' }))
    expectNoPageErrors(page!)
  } finally {
    await keeping.close()
  }
})

test('a hidden page respects Retry-After', async ({ page, service }) => {
  service.reply = () => ({ status: 429, headers: { 'Retry-After': '60' } })
  const finished = page.waitForEvent('requestfinished')
  await page.evaluate(() => window.email('ada@example.org'))
  await finished
  await page.waitForTimeout(100)
  await setHidden(page, true)
  await page.waitForTimeout(500)
  expect(service.requests).toHaveLength(1)
})
