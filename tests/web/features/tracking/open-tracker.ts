import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright'
import { chromium } from 'playwright'
import { expect } from 'vitest'
import { chromiumArgs, chromiumPath } from '#tests/chromium.ts'
import type { tracking } from './tracker-entry.ts'

/** Globals of the test page. */
export interface TrackerPage {
  tracking: typeof tracking
  tracker: ReturnType<typeof tracking.createTracker>
  wireContext: Record<string, unknown>
  /** Tracks a step. `over` overrides its properties. */
  step: (step: number, over?: Record<string, unknown>) => void
  email: (address: string) => void
}

export const runId = '0197a000-0000-4000-8000-000000000001'
export const sessionId = '0197a000-0000-4000-8000-000000000002'

export const launchOptions: LaunchOptions = {
  // Use the full Chromium, because the headless shell has no back/forward cache.
  ...(chromiumPath ? { executablePath: chromiumPath } : { channel: 'chromium' }),
  args: chromiumArgs,
}

export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ ...launchOptions, ...options })
}

/** Opens the test page and starts a tracker on it. Errors of the page are recorded for `expectNoPageErrors`. */
export async function openTracker(context: BrowserContext, origin: string, path = '/'): Promise<Page> {
  const page = await context.newPage()
  recordPageErrors(page)
  await startTracker(page, origin + path)
  return page
}

/** Loads or reloads the page and starts its tracker. */
export async function startTracker(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.evaluate(prepareTracker, { runId, sessionId })
}

/** Starts a tracker on the test page. Runs in the browser, so that it can use only its arguments. */
export function prepareTracker(ids: { runId: string; sessionId: string }) {
  const here = globalThis as unknown as TrackerPage
  here.wireContext = {
    sessionId: ids.sessionId,
    sessionStartedAt: '2026-11-20T10:00:00.000Z',
    device: 'mobile',
    consent: 'marketing',
  }
  const common = { funnel: 'anmeldung', funnelVersion: 1, runId: ids.runId }
  here.tracker = here.tracking.createTracker({
    context: () => here.wireContext as never,
    hasConsent: () => here.wireContext['consent'] === 'marketing',
    secretFields: new Set(['iban']),
  })
  here.step = (step, over) =>
    here.tracker.track({ type: 'step', ...common, step, data: { seconds: step }, form: { step }, ...over })
  here.email = (email) => here.tracker.track({ type: 'email', ...common, step: 3, data: {}, form: { email } })
}

const pageErrors = new WeakMap<Page, string[]>()
const warnings = new WeakMap<Page, string[]>()

export function recordPageErrors(page: Page): void {
  pageErrors.set(page, [])
  warnings.set(page, [])
  page.on('pageerror', (error) => pageErrors.get(page)!.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.get(page)!.push(message.text())
  })
}

/** Returns the console warnings since the page was opened. */
export const warningsOf = (page: Page): readonly string[] => warnings.get(page)!

/** Expects that no uncaught error or unhandled rejection has occurred on the page. */
export function expectNoPageErrors(page: Page): void {
  expect(pageErrors.get(page)).toEqual([])
}

/** Returns the number of events in IndexedDB, and a text with everything in IndexedDB and localStorage. */
export async function readDevice(page: Page): Promise<{ rows: number; text: string }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('formlotse-tracker')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('no database')))
    })
    const rows = await new Promise<unknown[]>((resolve) => {
      const request = database.transaction('events').objectStore('events').getAll()
      request.addEventListener('success', () => resolve(request.result))
    })
    database.close()
    return { rows: rows.length, text: JSON.stringify(rows) + JSON.stringify(Object.entries(localStorage)) }
  })
}
