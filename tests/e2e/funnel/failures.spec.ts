import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, test } from '#tests/e2e/support/journey.ts'

test('a page whose code fails to load shows an error, and can be loaded again', async ({ page, errors }) => {
  await page.route(/\/assets\/selection-page-.*\.js/, (route) => route.abort())
  await page.goto('/rundfunkbeitrag-auswahl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page).toHaveTitle('Fehler – Formlotse')
  await expectAccessible(page)
  await expect(page.getByRole('main').getByRole('link', { name: 'Zur Startseite' })).toHaveAttribute(
    'href',
    '/',
  )
  await page.unroute(/\/assets\/selection-page-.*\.js/)
  await page.getByRole('button', { name: 'Seite neu laden' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wählen Sie Ihr Anliegen aus')
  // React logs the failed import, so this error is expected.
  expect(errors.join()).toContain('selection-page')
  errors.length = 0
})

test('a form whose code fails to load shows an error in place of its preview', async ({ page, errors }) => {
  await page.route(/\/assets\/wizard-.*\.js/, (route) => route.abort())
  await page.goto('/rundfunkbeitrag-anmelden/step-1')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page.locator('#preview, #late, [aria-busy]')).toHaveCount(0)
  // React logs the failed import, so this error is expected.
  expect(errors.join()).toContain('wizard-')
  errors.length = 0
})

test('an unknown page shows an error with a link to the home page', async ({ page }) => {
  const response = await page.goto('/gibt-es-nicht')
  expect(response!.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('404')
  await expect(main.getByText('Oops! Page not found')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')
})
