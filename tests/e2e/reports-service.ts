import type { Page } from 'playwright/test'
import { type RunningService, reportsPassword, startService } from './running-service.ts'
import { test as base, expect } from './journey.ts'

export { expect }

/** Three weeks of the demo, so that every report has something to show for a week and for the one before. */
const demo = ['service/demo/run.ts', '--days', '16', '--runs', '420']

/** One service for all tests of a worker; they only read, but for what one does to a delivery. */
export const test = base.extend<{ foreign: string[] }, { service: RunningService }>({
  service: [
    // Playwright wants the first argument destructured.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const service = await startService({ RATE_LIMIT: 'on' }, demo)
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** Requests to anybody but the service; there must be none. */
  foreign: [
    async ({ page, service }, use) => {
      const foreign: string[] = []
      page.on('request', (request) => {
        const url = request.url()
        if (!url.startsWith(service.url) && !/^(data|blob):/.test(url)) foreign.push(url)
      })
      await use(foreign)
      expect(foreign).toEqual([])
    },
    { auto: true },
  ],
})

/** Opens a page of the reports as somebody who is logged in. */
export async function openReport(page: Page, path: string): Promise<void> {
  const answer = await page.request.post('/api/login', { data: { password: reportsPassword } })
  expect(answer.status()).toBe(200)
  await page.goto(`/berichte${path}`)
  await loaded(page)
}

/** Waits until every part of the page shows figures, and says which could not. */
export async function loaded(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.locator('section[aria-busy=true]')).toHaveCount(0)
  await expect(main.getByRole('alert')).toHaveCount(0)
}
