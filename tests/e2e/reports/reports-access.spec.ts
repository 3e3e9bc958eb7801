import { waitUntilLoaded, expect, test } from './reports-service.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { reportsPassword } from '#tests/e2e/support/running-service.ts'

test.use({ loggedIn: false })

test('the reports require the password, the logout ends access, and login attempts are limited', async ({
  page,
}) => {
  await page.goto('/berichte/bestellungen?zeitraum=7')
  const password = page.getByLabel('Passwort')
  const logIn = page.getByRole('button', { name: 'Anmelden' })
  const mark = page.getByRole('main').getByText('Formlotse', { exact: true }).locator('img')
  await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(page)
  await password.fill('not the password')
  await logIn.click()
  await expect(page.getByText('Das Passwort stimmt nicht.').first()).toBeVisible()
  await password.fill(reportsPassword)
  await logIn.click()
  // The login leads to the page that was requested before it, not to the overview.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bestellungen')
  await waitUntilLoaded(page)

  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(password).toBeVisible()
  expect((await page.request.get('/api/reports/live')).status()).toBe(401)
  await page.goto('/berichte')
  await expect(password).toBeVisible()

  const refused = page.getByText(/Zu viele Versuche\. Bitte warten Sie \d+ Sekunden/).first()
  for (let attempt = 0; attempt < 11 && !(await refused.isVisible()); attempt++) {
    await password.fill(`guess ${attempt}`)
    await Promise.all([page.waitForResponse('**/api/login'), logIn.click()])
    await expect(logIn).toBeEnabled()
  }
  await expect(refused).toBeVisible()
  // After too many attempts, even the correct password is rejected.
  await password.fill(reportsPassword)
  await logIn.click()
  await expect(refused).toBeVisible()
})
