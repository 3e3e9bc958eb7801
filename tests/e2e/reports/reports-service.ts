import type { BrowserContext, Page } from 'playwright/test'
import { test as base, expect } from '#tests/e2e/support/journey.ts'
import type { DemoData } from '#tests/e2e/support/demo-data.ts'
import { type RunningService, reportsPassword, startDemo } from '#tests/e2e/support/running-service.ts'

export { expect }

/**
 * The demo data covers the last week and the week before, so that all figures have values. With half as many runs, it now
 * and then contained no failed message.
 */
const demo: DemoData = { days: 15, runs: 480 }

type Cookies = Parameters<BrowserContext['addCookies']>[0]

interface WorkerFixtures {
  demo: DemoData
  service: RunningService
  session: Cookies
}

/**
 * Playwright test with a service that contains demo data. Each worker logs in only once, because the service limits
 * logins.
 */
export const test = base.extend<{ thirdPartyRequests: string[]; loggedIn: boolean }, WorkerFixtures>({
  demo: [demo, { scope: 'worker', option: true }],
  service: [
    async ({ demo: size }, use) => {
      const service = await startDemo(size, { RATE_LIMIT: 'on' })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 900_000 },
  ],
  session: [
    async ({ service, playwright }, use) => {
      const client = await playwright.request.newContext({ baseURL: service.url })
      const response = await client.post('/api/login', { data: { password: reportsPassword } })
      expect(response.status()).toBe(200)
      const { cookies } = await client.storageState()
      await client.dispose()
      await use(cookies)
    },
    { scope: 'worker' },
  ],
  loggedIn: [true, { option: true }],
  context: async ({ context, session, loggedIn }, use) => {
    if (loggedIn) await context.addCookies(session)
    await use(context)
  },
  /** URLs requested from third parties. Every test fails at its end if there are any. */
  thirdPartyRequests: [
    async ({ page, service }, use) => {
      const thirdPartyRequests: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).origin !== service.url) thirdPartyRequests.push(request.url())
      })
      await use(thirdPartyRequests)
      expect(thirdPartyRequests).toEqual([])
    },
    { auto: true },
  ],
})

export async function openReport(page: Page, path: string): Promise<void> {
  await page.goto(`/berichte${path}`)
  await waitUntilLoaded(page)
}

/** Waits until all sections of the page show figures. Fails if the page reports that a section could not be loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  // After a choice, React marks the sections as busy in later tasks. A browser that is idle has no such task left.
  await page.evaluate(waitUntilIdle)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
  await expect(main.getByText('konnte nicht geladen werden')).toHaveCount(0)
  await expect(main.getByText('nicht auswerten')).toHaveCount(0)
}

/** Runs in the page: resolves when the browser has been idle before and after a frame. */
function waitUntilIdle(): Promise<void> {
  const longest = { timeout: 10_000 }
  return new Promise((resolve) => {
    requestIdleCallback(
      () => requestAnimationFrame(() => requestIdleCallback(() => resolve(), longest)),
      longest,
    )
  })
}

/** Shows the rows that tables leave out at first. */
export async function showAllRows(page: Page): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button', { name: /^Alle [\d.]+ Zeilen anzeigen/ })
  while (await buttons.first().isVisible()) await buttons.first().click()
}

export const germanNumber = (text: string): number =>
  Number(/-?[\d.]+(?:,\d+)?/.exec(text)?.[0].replaceAll('.', '').replace(',', '.'))
