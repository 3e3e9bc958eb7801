import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import {
  type TrackerPage,
  expectNoPageErrors,
  openTracker,
  readDevice,
  startTracker,
} from './open-tracker.ts'
import type { ScriptedService } from './scripted-service.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage
const email = (page: Page, address: string) => page.evaluate((text) => window.email(text), address)
const down = () => ({ status: 500 }) as const
const idsReceived = (service: ScriptedService) => service.accepted.map((event) => event.id)

/**
 * Ends a visit while the service is down. Waits for the last request of the visit, because that request would otherwise
 * be recorded as one of the next visit.
 */
async function leaveWhileServiceIsDown(page: Page, service: ScriptedService) {
  await page.goto('about:blank')
  await eventually(() => expect(service.requests.some((one) => one.final)).toBe(true))
  service.reset()
}

test('the next visit immediately sends the events that the last one left', async ({
  page,
  service,
  context,
}) => {
  service.reply = down
  await email(page, 'ada@example.org')
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
  await leaveWhileServiceIsDown(page, service)
  const later = await openTracker(context, service.origin)
  await eventually(() => expect(service.accepted).toHaveLength(1), 1000)
  expect(service.accepted[0]!.form).toEqual({ email: 'ada@example.org' })
  await eventually(async () => expect(await readDevice(later)).toMatchObject({ rows: 0 }))
})

test('secret fields are sent from memory and never stored on the device', async ({
  page,
  service,
  context,
}) => {
  service.reply = down
  await page.evaluate(() =>
    window.step(3, { form: { zahlungsart: 'lastschrift', iban: 'DE89370400440532013000' } }),
  )
  await page.evaluate(() => window.tracker.flush())
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
  // Leave the next request without a response. Its events then stay in flight, so closing the tab does not send them
  // again from memory.
  service.reply = () => 'hang'
  // When a page is left, the tracker writes its unsaved events to localStorage.
  await page.evaluate(() => {
    window.step(4, { form: { zahlungsart: 'lastschrift', iban: 'DE02120300000000202051' } })
    window.dispatchEvent(new Event('pagehide'))
  })
  const { text } = await readDevice(page)
  expect(text).toContain('lastschrift')
  expect(text).not.toMatch(/DE89|DE02|iban/)
  await eventually(() =>
    expect(service.requests.at(-1)!.events.map((event) => event.form)).toContainEqual(
      expect.objectContaining({ iban: 'DE02120300000000202051' }),
    ),
  )

  await page.close()
  service.reset()
  await openTracker(context, service.origin)
  await eventually(() => expect(service.accepted).toHaveLength(2))
  expect(service.accepted.map((event) => Object.keys(event.form ?? {}))).toEqual([
    ['zahlungsart'],
    ['zahlungsart'],
  ])
})

test('two tabs never send the same event twice or the events of each other', async ({ service, context }) => {
  service.reply = down
  const first = await openTracker(context, service.origin)
  const second = await openTracker(context, service.origin)
  await email(first, 'ada@example.org')
  await email(second, 'eve@example.org')
  await eventually(async () => expect(await readDevice(first)).toMatchObject({ rows: 2 }))
  service.reset()
  // Responses are slow, so that both requests are in flight simultaneously.
  service.reply = () => new Promise((resolve) => setTimeout(() => resolve('ok'), 300))
  for (const page of [first, second])
    await page.evaluate(() => {
      window.dispatchEvent(new Event('online'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  const third = await openTracker(context, service.origin)
  await eventually(async () => expect(await readDevice(third)).toMatchObject({ rows: 0 }))
  await third.waitForTimeout(500)
  expect(idsReceived(service)).toHaveLength(2)
  expect(new Set(service.requests.flatMap((one) => one.events.map((event) => event.id))).size).toBe(2)
  for (const page of [first, second, third]) expectNoPageErrors(page)
})

test('only one of two tabs opened after a visit sends its remaining events', async ({
  page,
  service,
  context,
}) => {
  service.reply = down
  await email(page, 'ada@example.org')
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
  await leaveWhileServiceIsDown(page, service)
  service.reply = () => new Promise((resolve) => setTimeout(() => resolve('ok'), 300))
  const [tab] = await Promise.all([
    openTracker(context, service.origin),
    openTracker(context, service.origin),
  ])
  await eventually(async () => expect(await readDevice(tab)).toMatchObject({ rows: 0 }))
  expect(service.requests).toHaveLength(1)
})

test(
  'a tab with an outdated list of the open tabs does not take over the events of another tab',
  { tags: 'slow' },
  async ({ page, service, context }) => {
    service.reply = down
    await email(page, 'ada@example.org')
    await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
    await leaveWhileServiceIsDown(page, service)
    service.reply = () => new Promise((resolve) => setTimeout(() => resolve('ok'), 3000))
    const late = await context.newPage()
    await late.addInitScript(() => {
      const query = navigator.locks.query.bind(navigator.locks)
      navigator.locks.query = async () => {
        const found = await query()
        await new Promise((resolve) => setTimeout(resolve, 500))
        return found
      }
    })
    await startTracker(late, service.origin)
    const first = await openTracker(context, service.origin)
    await eventually(() => expect(service.requests).toHaveLength(1))
    await eventually(async () => expect(await readDevice(first)).toMatchObject({ rows: 0 }))
    await late.waitForTimeout(1000)
    expect(idsReceived(service)).toHaveLength(1)
    expect(service.requests).toHaveLength(1)
  },
)

test('a page holds its lock only while its events are on the device', async ({ page, service }) => {
  const held = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
  await eventually(async () => expect(await held()).toBe(0))
  service.reply = () => ({ status: 503 })
  await page.evaluate(() => window.email('ada@example.org'))
  await eventually(async () => expect(await held()).toBe(1))
  service.reply = () => 'ok'
  await eventually(async () => expect(await held()).toBe(0))
})

test('without Web Locks, the queue of the last visit is also sent', async ({ service, context }) => {
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
  service.reply = down
  const page = await openTracker(context, service.origin)
  await email(page, 'ada@example.org')
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
  await leaveWhileServiceIsDown(page, service)
  await startTracker(page, service.origin)
  await eventually(() => expect(service.accepted).toHaveLength(1))
  expectNoPageErrors(page)
})

test.for(['throws', 'never opens', 'has no room'])(
  'no events are lost while the page is open, even with storage that %s',
  async (kind, { service, context }) => {
    await context.addInitScript(blockStorage, kind)
    service.reply = (_, index) => (index === 0 ? { status: 500 } : 'ok')
    const page = await openTracker(context, service.origin)
    await page.evaluate(() => {
      window.step(1)
      window.email('ada@example.org')
    })
    await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'email']))
    await page.evaluate(() => {
      window.step(2)
      window.dispatchEvent(new Event('pagehide'))
    })
    await eventually(() => expect(new Set(idsReceived(service)).size).toBe(3))
    expectNoPageErrors(page)
  },
)

function blockStorage(kind: string) {
  if (kind === 'throws') {
    const blocked = {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    }
    Object.defineProperty(window, 'indexedDB', blocked)
    Object.defineProperty(window, 'localStorage', blocked)
    Object.defineProperty(window, 'sessionStorage', blocked)
    LockManager.prototype.request = () => Promise.reject(new Error('blocked'))
    LockManager.prototype.query = () => Promise.reject(new Error('blocked'))
  }
  if (kind === 'never opens') IDBFactory.prototype.open = () => ({ addEventListener() {} }) as never
  if (kind === 'has no room')
    IDBObjectStore.prototype.put = Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    }
}

test('without IndexedDB, localStorage keeps pending events for the next visit', async ({
  service,
  context,
}) => {
  await context.addInitScript(blockStorage, 'never opens')
  service.reply = down
  const page = await openTracker(context, service.origin)
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.requests.length).toBeGreaterThan(0))
  await leaveWhileServiceIsDown(page, service)
  await startTracker(page, service.origin)
  await eventually(() => expect(service.accepted).toHaveLength(1))
  expectNoPageErrors(page)
})

test('damaged rows on the device are ignored', async ({ service, context }) => {
  await context.addInitScript(() => {
    localStorage.setItem('formlotse-tracker:a', '{"no')
    localStorage.setItem('formlotse-tracker:b', '[{"id":1}, null]')
  })
  const page = await openTracker(context, service.origin)
  await email(page, 'ada@example.org')
  await eventually(() => expect(service.accepted).toHaveLength(1))
  expectNoPageErrors(page)
})
