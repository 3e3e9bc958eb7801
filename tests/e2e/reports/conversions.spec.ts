import { readFile } from 'node:fs/promises'
import { readPlatformFile } from '#tests/domain/conversions/read-platform-file.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

test('each paid order is listed with what the platform learns of it', bothSizes, async ({ page }) => {
  await openReport(page, '/rueckmeldung')
  const main = page.getByRole('main')
  const sums = main.getByLabel('Bezahlte Bestellungen nach ihrer Rückmeldung')
  const figures = (await sums.getByRole('definition').allInnerTexts()).map(germanNumber)
  const [paid, available, reported] = figures
  expect(available! + reported!).toBeGreaterThan(0)
  expect(figures.slice(1, -1).reduce((sum, one) => sum + one, 0)).toBe(paid)

  await main.getByRole('combobox', { name: 'Rückmeldung' }).selectOption('noConsent')
  await expect(page).toHaveURL(/meldung=noConsent/)
  await waitUntilLoaded(page)
  const rows = main.getByRole('table', { name: 'Bezahlte Bestellungen' }).getByRole('rowheader')
  await expect(rows.first()).toHaveText(/^FL-/)
  const cells = main.getByRole('table').getByRole('cell', { name: 'Ohne Einwilligung' })
  await expect(async () => expect(await cells.count()).toBe(await rows.count())).toPass()

  await rows.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zeitleiste')
  await page.getByRole('link', { name: 'Zurück: Rückmeldung' }).click()
  await expect(page).toHaveURL(/meldung=noConsent/)
})

test('the files are downloaded with a login, and fetched by their secret addresses without one', async ({
  page,
  service,
}) => {
  await openReport(page, '/rueckmeldung?plattform=google')
  const main = page.getByRole('main')
  await expect(main.getByText('kann die Dateien unter ihren geheimen Adressen abholen')).toBeVisible()
  const download = page.waitForEvent('download')
  await main.getByRole('link', { name: 'google-conversions.csv herunterladen' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  expect(readPlatformFile('google-conversions.csv', text, Date.now()).conversions.length).toBeGreaterThan(0)

  await page.reload()
  await expect(main.getByText(/^Zuletzt gelesen am .*: Gemeinsames Passwort der Berichte$/)).toHaveCount(1)
  await expect(main.getByText('Abgeholt', { exact: true }).first()).toBeVisible()
  await main.getByText('Geheime Adresse anzeigen: Bestellungen').click()
  await expectAccessible(page)
  const address = await main.getByText(/^http.*google-conversions\.csv$/).innerText()
  const fetched = await fetch(address)
  expect([fetched.status, await fetched.text()]).toEqual([200, text])
  expect((await fetch(`${service.url}/api/conversion-files/google-conversions.csv`)).status).toBe(401)

  await main.getByRole('button', { name: 'Microsoft Advertising' }).click()
  await waitUntilLoaded(page)
  await expect(main.getByRole('link', { name: 'microsoft-retractions.csv herunterladen' })).toBeVisible()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width)
})
