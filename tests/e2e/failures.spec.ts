import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './journey.ts'

test('a page whose code cannot be loaded says so and leads home', async ({ page, errors }) => {
  await page.route(/\/assets\/selection-page-.*\.js/, (route) => route.abort())
  await page.goto('/rundfunkbeitrag-auswahl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expect(page).toHaveTitle('Fehler – Formlotse')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Jetzt Antrag starten' }).first()).toBeVisible()
  // What React says of a page that failed.
  expect(errors.join()).toContain('selection-page')
  errors.length = 0
})

test('a page that does not exist says so and leads home', async ({ page }) => {
  const answer = await page.goto('/gibt-es-nicht')
  expect(answer!.status()).toBe(404)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('404')
  await expect(main.getByText('Oops! Page not found')).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page).toHaveURL('/')
})
