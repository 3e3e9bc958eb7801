import type { Page } from 'playwright/test'
import { apiDocsPath } from '#domain/site/site-paths.ts'
import { expectAccessible, expectContrastInDark } from '#tests/e2e/support/expect-accessible.ts'
import { expect, test } from '#tests/e2e/support/journey.ts'

declare global {
  var blocked: string[]
}

// The tests run one after another: the page is long, and three at a time would take half a minute on two busy cores.
test.describe.configure({ mode: 'default' })

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    globalThis.blocked = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      globalThis.blocked.push(`${violatedDirective} ${blockedURI}`),
    )
  }),
)

/** Opens an operation and returns what it contains. */
async function openOperation(page: Page, path: string) {
  const operation = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
  const summary = operation.getByRole('button', { expanded: false }).first()
  await summary.click()
  await expect(operation.getByRole('heading', { name: 'Responses' })).toBeVisible()
  return operation
}

async function expectToFit(page: Page): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

test(
  'the page about the API is readable in light and dark colors and loads nothing from other hosts',
  { tag: '@slow' },
  async ({ page, service }) => {
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
        foreign.push(request.url())
    })
    await page.emulateMedia({ colorScheme: 'light' })
    const response = await page.goto(apiDocsPath)
    expect(response!.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API of Formlotse')
    await expect(page.getByRole('main').getByText('/api/reports/drop-off/trend')).toBeVisible()
    await expectToFit(page)

    const report = await openOperation(page, '/api/reports/drop-off')
    await expect(report.getByText('Requires reportsToken or session.')).toBeVisible()
    await expect(report.getByRole('cell', { name: /^from \*required/ })).toBeVisible()
    await expect(report.getByText('First day of the range in Europe/Berlin.')).toBeVisible()
    const events = await openOperation(page, '/api/events')
    const schema = events.locator('.opblock-section-request-body')
    await expect(schema.getByText('sentAt')).toBeVisible()
    await schema.getByRole('button', { name: 'context* Schema' }).click()
    await expect(schema.getByText('sessionStartedAt')).toBeVisible()
    await expectToFit(page)
    await expectAccessible(page)
    await expectContrastInDark(page)

    expect(foreign).toEqual([])
    expect(await page.evaluate(() => globalThis.blocked)).toEqual([])
  },
)

test(
  'the page about the API lists every operation of the document and accepts no input',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto(apiDocsPath)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 3 }).first()).toBeVisible()
    const document = (await (await page.request.get('/api/openapi.json')).json()) as {
      paths: Record<string, object>
    }
    const shown = await main
      .locator('[data-path]')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('data-path')))
    expect(new Set(shown)).toEqual(new Set(Object.keys(document.paths)))
    await openOperation(page, '/api/reports/overview')
    await expect(page.locator('#root').locator('input, textarea')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /try it out|execute|authorize/i })).toHaveCount(0)
  },
)

test(
  'at 400 % zoom no content of an operation is cut off',
  { tag: ['@both-sizes', '@slow'] },
  async ({ page, isMobile }) => {
    test.skip(!isMobile, 'narrow pages are tested on the phone')
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(apiDocsPath)
    await openOperation(page, '/api/reports/drop-off')
    await openOperation(page, '/api/events')
    await expectToFit(page)
  },
)

test('a link leads to a group of operations, and to an operation', { tag: '@slow' }, async ({ page }) => {
  await page.goto(apiDocsPath)
  await page.getByRole('navigation').getByRole('link', { name: 'Status page' }).click()
  await expect(page.getByRole('heading', { name: 'Status page' })).toBeInViewport()
  await openOperation(page, '/api/status/withdraw')
  await page.reload()
  await expect(page.getByText('The withdrawal is final and is recorded at once.')).toBeInViewport()
})

test('the reports link to the page about the API', async ({ page }) => {
  await page.goto('/berichte')
  await page.getByRole('link', { name: apiDocsPath }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API of Formlotse')
})
