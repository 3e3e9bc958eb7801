import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OpenRun } from '#web/tracking/departures.ts'
import { bundleTracker } from './bundle-tracker.ts'
import { type TrackerPage, expectCalm, launchBrowser, openTracker, runId } from './open-tracker.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

interface DeparturesPage extends TrackerPage {
  run: OpenRun | null
  departures: { cancel(): void; stop(): void }
  triggers: string[]
}
declare const window: Window & DeparturesPage

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
  await page.evaluate((id) => {
    window.triggers = []
    window.run = { funnel: 'anmeldung', funnelVersion: 1, runId: id, step: 2, form: { vorname: 'Ada' } }
    const tracker: typeof window.tracker = {
      ...window.tracker,
      track: (event) => window.triggers.push((event.data as { trigger: string }).trigger),
    }
    window.departures = window.tracking.watchDepartures({ tracker, currentRun: () => window.run })
  }, runId)
})
afterEach(async () => {
  expectCalm(page)
  await context.close()
  await service.close()
})

const triggers = () => page.evaluate(() => window.triggers)
const leave = (...types: ('blur' | 'hidden' | 'pagehide')[]) =>
  page.evaluate((wanted) => {
    for (const type of wanted) {
      if (type !== 'hidden') window.dispatchEvent(new Event(type))
      else {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }
    }
  }, types)
const comeBack = () =>
  page.evaluate(() => {
    delete (document as { hidden?: boolean }).hidden
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
  })

test('one departure counts once, however many events it fires', async () => {
  await leave('blur', 'hidden', 'pagehide')
  expect(await triggers()).toEqual(['blur'])
})

test.each(['blur', 'hidden', 'pagehide'] as const)('%s is a departure', async (type) => {
  await leave(type)
  expect(await triggers()).toEqual([type])
})

test('coming and going without doing anything is still the same departure', async () => {
  await leave('blur')
  await comeBack()
  await leave('hidden')
  await comeBack()
  await leave('pagehide')
  expect(await triggers()).toEqual(['blur'])
})

test.each([
  ['a click', () => page.mouse.click(5, 100)],
  ['a key', () => page.keyboard.press('a')],
  [
    'an entry',
    () =>
      page.evaluate(() =>
        document.querySelector('#field')!.dispatchEvent(new Event('input', { bubbles: true })),
      ),
  ],
])('after %s the next departure counts', async (_, act) => {
  await leave('blur', 'hidden')
  await comeBack()
  await act()
  await leave('hidden')
  expect(await triggers()).toEqual(['blur', 'hidden'])
})

test('the keys that switch tabs are no activity', async () => {
  await leave('blur')
  await page.keyboard.press('Control+Tab')
  await page.keyboard.press('Alt')
  await leave('blur')
  expect(await triggers()).toEqual(['blur'])
})

test('without an open run nothing is told, and nothing is used up', async () => {
  await page.evaluate(() => Object.assign(window, { kept: window.run, run: null }))
  await leave('blur')
  await page.evaluate(() => void (window.run = (window as unknown as { kept: typeof window.run }).kept))
  await leave('hidden')
  expect(await triggers()).toEqual(['hidden'])
})

test('cancelling counts, and the departure that follows it does not', async () => {
  await leave('blur')
  await page.evaluate(() => window.departures.cancel())
  await leave('pagehide')
  expect(await triggers()).toEqual(['blur', 'cancel'])
})

test('focus moving between fields is no departure', async () => {
  await page.focus('#field')
  await page.focus('#legal')
  expect(await triggers()).toEqual([])
})

test('a legal page in a new tab counts once at most', async () => {
  const [legal] = await Promise.all([context.waitForEvent('page'), page.click('#legal')])
  await legal.waitForLoadState()
  await legal.close()
  await page.bringToFront()
  await leave('blur', 'hidden')
  expect(await triggers()).toHaveLength(1)
})

test('a watch that was stopped tells nothing', async () => {
  await page.evaluate(() => window.departures.stop())
  await leave('blur', 'hidden', 'pagehide')
  expect(await triggers()).toEqual([])
})

test('a page that fails to name its run is not disturbed', async () => {
  await page.evaluate(() =>
    Object.defineProperty(window, 'run', {
      get() {
        throw new Error('broken draft')
      },
    }),
  )
  await leave('blur', 'hidden', 'pagehide')
  expect(await triggers()).toEqual([])
})
