import type { Page } from 'playwright'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import {
  type TrackerPage,
  expectNoPageErrors,
  openTracker,
  readDevice,
  runId,
  sessionId,
  startTracker,
} from './open-tracker.ts'
import { test } from './tracker-test.ts'

declare const window: Window & TrackerPage

const down = () => ({ status: 500 }) as const
const touch = { at: '2026-11-20T10:00:00.000Z', utm_source: 'plakat', gclid: 'klick' }

/** Sets the consent on a page. Also sets a campaign for the events that are tracked after this call. */
const choose = (page: Page, consent: 'none' | 'marketing') =>
  page.evaluate(
    ([chosen, attribution]) => {
      window.wireContext = { ...window.wireContext, consent: chosen, attribution }
      return window.tracker.followConsent()
    },
    [consent, { first: touch, last: touch, touches: [touch] }] as const,
  )

/** Tracks one event of each type that the tracker queues. */
const trackAll = (page: Page) =>
  page.evaluate((run) => {
    const common = { funnel: 'anmeldung', funnelVersion: 1, runId: run, step: 1 }
    const data = { secretHash: 'a'.repeat(64), entry: '/', referrer: 'verein.example' }
    window.tracker.track({ type: 'start', ...common, data })
    window.step(1, { form: { vorname: 'Adalberta' } })
    window.tracker.track({
      type: 'invalid',
      ...common,
      data: { fields: [{ field: 'vorname', rule: 'format' }] },
    })
    window.tracker.track({
      type: 'abandon',
      ...common,
      data: { trigger: 'blur' },
      form: { vorname: 'Adalberta' },
    })
    window.email('ada@example.org')
  }, runId)

const typesOn = ({ text }: { text: string }) =>
  ['start', 'step', 'invalid', 'abandon', 'email'].filter((type) => text.includes(`\\"type\\":\\"${type}\\"`))
const everything = ['start', 'step', 'invalid', 'abandon', 'email']
const leave = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('pagehide')))

test('without consent only start and email are stored on the device, but all events are sent', async ({
  page,
  service,
  context,
}) => {
  await choose(page, 'none')
  service.reply = down
  await trackAll(page)
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 2 }))
  await eventually(() => expect(service.requests.length).toBeGreaterThan(1))
  // When a page is left, the tracker writes its unsaved events to localStorage.
  await leave(page)
  const device = await readDevice(page)
  expect(typesOn(device)).toEqual(['start', 'email'])
  expect(device.text).not.toMatch(/Adalberta|plakat|klick|verein/)
  await eventually(() => {
    const last = service.requests.at(-1)!
    expect(last.final).toBe(true)
    expect(new Set(last.events.map(({ type }) => type))).toEqual(new Set(everything))
    expect(JSON.stringify(last.events)).toContain('verein.example')
  })

  await page.goto('about:blank')
  await page.waitForTimeout(300)
  service.reset()
  await openTracker(context, service.origin)
  await eventually(() => expect(service.accepted.map(({ type }) => type)).toEqual(['start', 'email']))
})

test('without consent failed requests are retried from memory until the page is unloaded', async ({
  page,
  service,
}) => {
  await choose(page, 'none')
  service.reply = (_, index) => (index < 2 ? { status: 500 } : 'ok')
  await page.evaluate(() => {
    window.step(1)
    void window.tracker.flush()
  })
  await eventually(() => expect(service.accepted.map(({ type }) => type)).toEqual(['step']), 5000)
  expect(await readDevice(page)).toEqual({ rows: 0, text: '[][]' })
})

test('consent stores pending events on the device, so that they survive a crash of the page', async ({
  page,
  service,
  context,
}) => {
  await choose(page, 'none')
  service.reply = down
  await trackAll(page)
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 2 }))
  await choose(page, 'marketing')
  expect(await readDevice(page)).toMatchObject({ rows: 5 })
  service.reply = () => 'hang'
  await page.close()
  service.reset()
  await openTracker(context, service.origin)
  // A request of the closed page may arrive late. The service recognizes repeated events by their ids.
  const typesById = () => new Map(service.accepted.map(({ id, type }) => [id, type]))
  await eventually(() => expect([...typesById().values()].toSorted()).toEqual(everything.toSorted()))
})

test('withdrawing consent removes events from the stores of all tabs; pending ones are sent from memory', async ({
  page,
  service,
  context,
}) => {
  service.reply = down
  const other = await openTracker(context, service.origin)
  for (const tab of [page, other]) {
    await choose(tab, 'marketing')
    await trackAll(tab)
  }
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 10 }))
  const stashed = await page.evaluate(async () => {
    // Simulate events that another tab has written to localStorage. A tab does so if it is closed or cannot open
    // IndexedDB.
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('formlotse-tracker')
      request.addEventListener('success', () => resolve(request.result))
    })
    const rows = await new Promise<unknown[]>((resolve) => {
      const request = database.transaction('events').objectStore('events').getAll()
      request.addEventListener('success', () => resolve(request.result))
    })
    database.close()
    localStorage.setItem('formlotse-tracker:other', JSON.stringify(rows))
    return rows.length
  })
  expect(stashed).toBe(10)

  await choose(page, 'none')
  const device = await readDevice(page)
  expect(device.rows).toBe(4)
  expect(typesOn(device)).toEqual(['start', 'email'])
  expect(device.text).toContain('formlotse-tracker:other')
  expect(device.text).toContain(runId)
  expect(device.text).not.toMatch(new RegExp(`Adalberta|plakat|klick|verein|marketing|${sessionId}`))
  await choose(other, 'none')
  await leave(other)
  await leave(page)
  expect((await readDevice(page)).text).not.toMatch(/Adalberta|plakat|klick|verein|marketing/)

  service.reset()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await eventually(() =>
    expect(new Set(service.accepted.map(({ type }) => type))).toEqual(new Set(everything)),
  )
  expectNoPageErrors(other)
})

test('events left by a visit with consent are sent by one without and removed from the device', async ({
  page,
  service,
}) => {
  service.reply = down
  await choose(page, 'marketing')
  await trackAll(page)
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 5 }))
  await page.goto('about:blank')
  await page.waitForTimeout(300)
  await page.goto(service.origin)
  await page.evaluate(() => {
    Object.assign(window, {
      tracker: window.tracking.createTracker({
        context: () => ({}) as never,
        hasConsent: () => false,
        secretFields: new Set(['iban']),
      }),
    })
  })
  await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 2 }))
  expect((await readDevice(page)).text).not.toMatch(/Adalberta|plakat|klick|verein|marketing/)
  service.reset()
  await page.evaluate(() => window.tracker.flush())
  await eventually(
    () => expect(new Set(service.accepted.map(({ type }) => type))).toEqual(new Set(everything)),
    5000,
  )
})

test.for(['none', 'marketing'] as const)(
  'with consent %s deleting the draft clears the device, and pending events are sent from memory',
  async (consent, { page, service }) => {
    await choose(page, consent)
    service.reply = down
    await page.evaluate(() => localStorage.setItem('formlotse-tracker:gone', '[]'))
    await trackAll(page)
    await eventually(async () => expect((await readDevice(page)).rows).toBeGreaterThan(1))
    await page.evaluate(() => window.tracker.clearDevice())
    await leave(page)
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await page.waitForTimeout(300)
    expect(await readDevice(page)).toEqual({ rows: 0, text: '[][]' })
    // Events that are tracked after the deletion are stored on the device.
    await page.evaluate(() => window.email('eve@example.org'))
    await eventually(async () => expect(await readDevice(page)).toMatchObject({ rows: 1 }))
    service.reset()
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await eventually(
      () => expect(new Set(service.accepted.map(({ type }) => type))).toEqual(new Set(everything)),
      5000,
    )
  },
)

test('an event in flight when consent is withdrawn is removed after the response', async ({
  page,
  service,
}) => {
  await startTracker(page, service.origin)
  const held = Promise.withResolvers<'ok'>()
  service.reply = () => held.promise
  const flushed = page.evaluate(() => {
    window.step(1)
    return window.tracker.flush()
  })
  await eventually(() => expect(service.requests).toHaveLength(1))
  await choose(page, 'none')
  expect(await readDevice(page)).toMatchObject({ rows: 0 })
  held.resolve('ok')
  // The page, not only the service, must have handled the response before it is left.
  await flushed
  expect(service.accepted).toHaveLength(1)
  await leave(page)
  await page.waitForTimeout(200)
  expect(service.requests).toHaveLength(1)
})
