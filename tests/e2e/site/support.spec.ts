import { test } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, waitUntilInteractive } from '#tests/e2e/support/journey.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'

let service: RunningService

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  service = await startService()
})
test.afterAll(() => service.stop())

test('a support message is validated and sent, and the thanks on the home page cover no headline', async ({
  page,
}) => {
  await page.goto(`${service.url}/kontakt?utm_source=brief`)
  await waitUntilInteractive(page)
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByRole('alert').first()).toBeFocused()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(4)
  await expectAccessible(page)

  await page.getByLabel('Name').fill('Łucja Müller')
  await page.getByLabel('E-Mail-Adresse').fill('lucja@gmx.ed')
  await page.getByRole('button', { name: 'Meinten Sie lucja@gmx.de?' }).click()
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('lucja@gmx.de')
  await expect(page.getByRole('button', { name: /Meinten Sie/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Anliegen' }).selectOption({ label: 'Rechnung und Zahlung' })
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Wo ist meine Rechnung?')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page).toHaveURL(`${service.url}/?utm_source=brief`)
  const thanks = page.getByText(
    'Vielen Dank für Ihre Nachricht! Wir melden uns in der Regel innerhalb von 24 Stunden bei Ihnen, am Wochenende',
  )
  await expect(thanks).toBeInViewport({ ratio: 1 })
  const headline = page.getByRole('heading', { level: 1 })
  // The notice slides in, so its place is read again until it lies beside, below or above the headline.
  await expect
    .poll(async () => {
      const [note, title] = [await thanks.boundingBox(), await headline.boundingBox()]
      if (!note || !title) return 'not drawn'
      const isBeside = note.x > title.x + title.width || note.y > title.y + title.height
      return isBeside || note.y + note.height < title.y ? 'free' : 'covered'
    })
    .toBe('free')
})

test('a message that could not be sent is kept and an error is shown', async ({ page }) => {
  await page.goto(`${service.url}/kontakt`)
  await waitUntilInteractive(page)
  await page.getByLabel('Name').fill('Łucja Müller')
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await page.getByRole('combobox', { name: 'Anliegen' }).selectOption('sonstiges')
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Hallo')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByText(/^Es gab einen Fehler beim Senden Ihrer Nachricht\./)).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Nachricht' })).toHaveValue('Hallo')
})

test('a contract can be withdrawn via the footer in two steps', async ({ page }) => {
  await page.goto(`${service.url}/impressum`)
  // Closes the question, which also covers a part of the footer in the tab that opens.
  await page.getByRole('button', { name: 'Nur notwendige' }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click()
  const tab = await opened
  await expect(tab.getByRole('heading', { level: 1, name: 'Vertrag widerrufen' })).toBeVisible()
  // Waits for hydration, because the form would otherwise be submitted without JavaScript.
  await waitUntilInteractive(tab)
  await tab.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await expect(tab.getByRole('alert').getByRole('link')).toHaveCount(2)

  await tab.getByLabel('Name').fill('Łucja Müller')
  await tab.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await expectAccessible(tab)
  await tab.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await expect(tab.getByRole('main').getByText('Łucja Müller')).toBeVisible()
  await expectAccessible(tab)
  await tab.getByRole('button', { name: 'Angaben ändern' }).click()
  await expect(tab.getByLabel('Name')).toHaveValue('Łucja Müller')
  await tab.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
  await tab.getByRole('button', { name: 'Widerruf bestätigen' }).click()
  await expect(tab.getByRole('heading', { level: 1, name: 'Widerruf eingegangen' })).toBeVisible()
  await expect(tab.getByRole('main').getByText('lucja@example.org')).toBeVisible()
  await expectAccessible(tab)
})
