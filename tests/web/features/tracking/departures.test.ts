import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { OpenRun } from '#web/features/tracking/departures.ts'
import { type TrackerPage, runId } from './open-tracker.ts'
import { test } from './tracker-test.ts'

interface DeparturesPage extends TrackerPage {
  run: OpenRun | null
  departures: { cancel(): void; stop(): void }
  triggers: string[]
}
declare const window: Window & DeparturesPage

test.beforeEach(async ({ page }) => {
  await page.evaluate((id) => {
    window.triggers = []
    window.run = { funnel: 'anmeldung', funnelVersion: 1, runId: id, step: 2, form: { vorname: 'Ada' } }
    const tracker: Pick<typeof window.tracker, 'track' | 'onLeave'> = {
      track: (event) => window.triggers.push((event.data as { trigger: string }).trigger) > 0,
      onLeave: (listener) => window.tracker.onLeave(listener),
    }
    window.departures = window.tracking.watchDepartures({ tracker, currentRun: () => window.run })
  }, runId)
})

const triggers = (page: Page) => page.evaluate(() => window.triggers)
const leave = (page: Page, ...types: ('blur' | 'hidden' | 'pagehide')[]) =>
  page.evaluate((wanted) => {
    for (const type of wanted) {
      if (type !== 'hidden') window.dispatchEvent(new Event(type))
      else {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true })
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      }
    }
  }, types)
const comeBack = (page: Page) =>
  page.evaluate(() => {
    delete (document as { hidden?: boolean }).hidden
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    window.dispatchEvent(new Event('focus'))
  })

test('one departure counts once, however many events it fires', async ({ page }) => {
  await leave(page, 'blur', 'hidden', 'pagehide')
  expect(await triggers(page)).toEqual(['blur'])
})

test.for(['blur', 'hidden', 'pagehide'] as const)('%s is a departure', async (type, { page }) => {
  await leave(page, type)
  expect(await triggers(page)).toEqual([type])
})

test('leaving again without activity is the same departure', async ({ page }) => {
  await leave(page, 'blur')
  await comeBack(page)
  await leave(page, 'hidden')
  await comeBack(page)
  await leave(page, 'pagehide')
  expect(await triggers(page)).toEqual(['blur'])
})

const activities: Record<string, (page: Page) => Promise<void>> = {
  'a click': (page) => page.mouse.click(5, 100),
  'a key': (page) => page.keyboard.press('a'),
  'an entry': (page) =>
    page.evaluate(
      () => void document.querySelector('#field')!.dispatchEvent(new Event('input', { bubbles: true })),
    ),
}
test.for(Object.keys(activities))('after %s the next departure counts', async (activity, { page }) => {
  await leave(page, 'blur', 'hidden')
  await comeBack(page)
  await activities[activity]!(page)
  await leave(page, 'hidden')
  expect(await triggers(page)).toEqual(['blur', 'hidden'])
})

test('keys that switch tabs are not activity', async ({ page }) => {
  await leave(page, 'blur')
  await page.keyboard.press('Control+Tab')
  await page.keyboard.press('Alt')
  await leave(page, 'blur')
  expect(await triggers(page)).toEqual(['blur'])
})

test('a departure without an open run is not tracked, and the next one counts', async ({ page }) => {
  await page.evaluate(() => Object.assign(window, { kept: window.run, run: null }))
  await leave(page, 'blur')
  await page.evaluate(() => void (window.run = (window as unknown as { kept: typeof window.run }).kept))
  await leave(page, 'hidden')
  expect(await triggers(page)).toEqual(['hidden'])
})

test('cancelling counts as a departure, but leaving the page afterwards does not', async ({ page }) => {
  await leave(page, 'blur')
  await page.evaluate(() => window.departures.cancel())
  await leave(page, 'pagehide')
  expect(await triggers(page)).toEqual(['blur', 'cancel'])
})

test('moving the focus between fields is not a departure', async ({ page }) => {
  await page.focus('#field')
  await page.focus('#legal')
  expect(await triggers(page)).toEqual([])
})

test('opening a legal page in a new tab counts at most once', async ({ page, context }) => {
  const [legal] = await Promise.all([context.waitForEvent('page'), page.click('#legal')])
  await legal.waitForLoadState()
  await legal.close()
  await page.bringToFront()
  await leave(page, 'blur', 'hidden')
  expect(await triggers(page)).toHaveLength(1)
})

test('departures are not tracked after stop', async ({ page }) => {
  await page.evaluate(() => window.departures.stop())
  await leave(page, 'blur', 'hidden', 'pagehide')
  expect(await triggers(page)).toEqual([])
})

test('an error of currentRun does not affect the page', async ({ page }) => {
  await page.evaluate(() =>
    Object.defineProperty(window, 'run', {
      get() {
        throw new Error('broken draft')
      },
    }),
  )
  await leave(page, 'blur', 'hidden', 'pagehide')
  expect(await triggers(page)).toEqual([])
})
