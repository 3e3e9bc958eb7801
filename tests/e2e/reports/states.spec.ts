import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, openReport, test, waitUntilLoaded } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const anyReport = '**/api/reports/**'
const alerts = (page: Page) => page.getByRole('main').getByRole('alert')

for (const path of ['/?zeitraum=7', '/abbruch?zeitraum=7', '/attribution?zeitraum=7'])
  test(
    `${path} says once that the service is down, and shows the figures when it is back`,
    { tag: path.startsWith('/abbruch') ? [] : '@slow' },
    async ({ page }) => {
      await page.route(anyReport, (route) => route.abort())
      await page.goto(`/berichte${path}`)
      await expect(alerts(page)).toHaveCount(1)
      await expect(alerts(page)).toContainText('Der Dienst ist gerade nicht erreichbar.')
      await expectAccessible(page)
      await page.unroute(anyReport)
      await page.getByRole('button', { name: 'Jetzt noch einmal versuchen' }).click()
      await expect(alerts(page)).toHaveCount(0)
      await waitUntilLoaded(page)
      const main = page.getByRole('main')
      await expect(main.locator('figure').or(main.getByRole('table')).first()).toBeVisible()
    },
  )

test(
  'figures that have been loaded stay visible while the service is down',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/?zeitraum=7')
    const runs = page.getByRole('link', { name: 'Anträge, alle Antragsarten' })
    const counted = await runs.innerText()
    await page.route(anyReport, (route) => route.abort())
    // The section about the last minutes is requested every 10 seconds.
    await expect(alerts(page)).toContainText('nicht erreichbar')
    await expect(runs).toHaveText(counted)
  },
)

test('a page whose figures are counted again says so, and loads itself afterwards', async ({ page }) => {
  let isRebuilding = true
  await page.route(anyReport, (route) =>
    isRebuilding
      ? route.fulfill({
          status: 503,
          headers: { 'retry-after': '1' },
          contentType: 'application/problem+json',
          body: JSON.stringify({ type: 'urn:formlotse:problem:projections-rebuilding', status: 503 }),
        })
      : route.continue(),
  )
  await page.goto('/berichte/bestellungen?zeitraum=7')
  await expect(alerts(page)).toHaveCount(1)
  await expect(alerts(page)).toContainText('nach einer Aktualisierung neu gezählt')
  isRebuilding = false
  await expect(page.getByRole('rowheader', { name: /^FL-/ }).first()).toBeVisible()
  await expect(alerts(page)).toHaveCount(0)
})

test('a run that does not exist, and a wrong address, are named in German', async ({ page }) => {
  await page.goto('/berichte/laeufe/00000000-0000-4000-8000-000000000000')
  await expect(alerts(page)).toContainText('Diesen Antrag gibt es nicht.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Alle Anträge zeigen' }).click()
  await waitUntilLoaded(page)
  await page.goto('/berichte/laeufe?figure=unsinn')
  await expect(alerts(page)).toContainText('In der Adresse ist die Angabe „figure“ falsch.')
  await expect(page.getByRole('main').locator('[lang=en]')).toHaveCount(0)
})

for (const path of ['/', '/abbruch', '/attribution', '/kosten', '/ziele', '/bestellungen', '/datenqualitaet'])
  test(
    `${path} says that nothing was counted in an empty period`,
    { tag: path === '/' ? [] : '@slow' },
    async ({ page }) => {
      await openReport(page, `${path}?from=2025-01-01&to=2025-01-28`)
      const main = page.getByRole('main')
      await expect(main.getByText(/^In diesem Zeitraum /).first()).toBeVisible()
      await expect(main.locator('figure')).toHaveCount(0)
      await expectAccessible(page)
      if (['/kosten', '/ziele', '/bestellungen', '/datenqualitaet'].includes(path)) return
      await main.getByRole('link', { name: '28 Tage zeigen' }).click()
      await waitUntilLoaded(page)
      await expect(main.locator('figure').or(main.getByRole('table')).first()).toBeVisible()
    },
  )

test('a session that has ended leads to the login and back to the same page', async ({ page, context }) => {
  await openReport(page, '/abbruch?zeitraum=7')
  await context.clearCookies()
  await page.getByRole('combobox', { name: 'Zeitraum' }).selectOption({ label: '28 Tage' })
  await expect(page.getByText('Ihre Sitzung ist abgelaufen.')).toBeVisible()
  await expect(page.getByLabel('Passwort')).toBeVisible()
  expect(page.url()).toContain('/abbruch?zeitraum=28')
})
