import type { Browser, Page, TestInfo } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expectNoOverflow } from '#tests/e2e/desk/desk-test.ts'
import { expect, openReport, test, waitUntilLoaded } from '#tests/e2e/reports/reports-service.ts'

const shown = /\/berichte\/geteilt#[\w-]{43}$/

/** Opens a browser of somebody else with the same screen. */
async function otherBrowser(browser: Browser, testInfo: TestInfo, url: string) {
  const { viewport, userAgent, isMobile, hasTouch } = testInfo.project.use
  const context = await browser.newContext({
    baseURL: url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    ...(viewport && { viewport }),
    ...(userAgent !== undefined && { userAgent }),
    ...(isMobile !== undefined && { isMobile }),
    ...(hasTouch !== undefined && { hasTouch }),
  })
  return { page: await context.newPage(), close: () => context.close() }
}

/** Makes a link to the current page and returns its address. */
async function share(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Diese Ansicht teilen' }).click()
  await page.getByLabel('Für wen oder wofür').fill(name)
  await page.getByLabel('Gültig für').selectOption('30 Tage')
  await page.getByRole('button', { name: 'Link anlegen' }).click()
  const address = page.getByText(shown)
  await expect(address).toBeVisible()
  // It is not read aloud.
  const status = page.getByRole('status')
  await expect(status.filter({ hasText: 'Der Link ist angelegt.' })).toHaveCount(1)
  await expect(status.filter({ hasText: shown })).toHaveCount(0)
  return address.innerText()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('a marketer', () => {
  test.use({ loggedIn: false })

  test(
    'shares a view, which a reader without an account opens until it is ended',
    { tag: ['@both-sizes', '@slow'] },
    async ({ page, browser, service }, testInfo) => {
      const unique = `${testInfo.project.name} ${testInfo.retry}`
      const email = `mia-${unique.replace(' ', '-')}@example.org`
      const added = await service.users('add', email, '--name', 'Mia Klein', '--role', 'marketer')
      await page.goto(/\/konto\/einladung#[\w-]{43}/.exec(added)![0])
      await page.getByLabel('Passwort').fill('ein Turm in Jena')
      await page.getByRole('button', { name: 'Passwort speichern' }).click()
      await expect(page.getByRole('heading', { name: 'Geteilte Ansichten' })).toBeVisible()

      await openReport(page, '/abbruch?funnel=anmeldung&zeitraum=7')
      const name = `Agentur ${unique}`
      const address = await share(page, name)
      await expectAccessible(page)
      await expectNoOverflow(page)
      await page.screenshot({ path: testInfo.outputPath('made.png'), fullPage: true })

      const reader = await otherBrowser(browser, testInfo, service.url)
      const theirs = reader.page
      await theirs.goto(address)
      await expect(theirs).toHaveURL(/\/berichte\/abbruch\?funnel=anmeldung&zeitraum=7$/)
      await waitUntilLoaded(theirs)
      const banner = theirs.getByRole('complementary', { name: 'Geteilte Ansicht' })
      await expect(banner).toContainText(`Geteilte Ansicht „${name}“, nur lesen, bis `)
      await expectAccessible(theirs)
      await expectNoOverflow(theirs)
      await theirs.screenshot({ path: testInfo.outputPath('opened.png'), fullPage: true })
      const pages = theirs.getByRole('navigation', { name: 'Berichte' }).getByRole('link')
      await expect(pages).toHaveText(['Überblick', /^Auffälligkeiten/, 'Abbruch', 'Attribution'])
      // Figures are not links to the lists of their runs.
      await expect(theirs.getByRole('main').locator('a[href*="laeufe"]')).toHaveCount(0)
      for (const absent of ['Abmelden', 'Diese Ansicht teilen', 'Notiz hinzufügen'])
        await expect(theirs.getByRole('button', { name: absent })).toHaveCount(0)

      await theirs.getByLabel('Zeitraum', { exact: true }).selectOption('28 Tage')
      await expect(theirs).toHaveURL(/zeitraum=28/)
      await waitUntilLoaded(theirs)
      for (const path of ['/', '/ziele', '/auffaelligkeiten', '/attribution', '/kosten', '/versuche']) {
        await openReport(theirs, path)
        await expect(theirs.getByRole('main').locator('a[href*="laeufe"], form:has(textarea)')).toHaveCount(0)
        await expect(
          theirs.getByRole('button', { name: /Stummschalten|Notiz hinzufügen|Ziel speichern/ }),
        ).toHaveCount(0)
      }
      await theirs.goto('/berichte/bestellungen')
      await expect(heading(theirs)).toHaveText('Diese Seite gehört nicht zur geteilten Ansicht')
      await expectAccessible(theirs)
      await expectNoOverflow(theirs)
      await theirs.screenshot({ path: testInfo.outputPath('closed.png'), fullPage: true })
      expect((await theirs.request.get('/api/reports/runs?figure=runs')).status()).toBe(403)

      await page.goto('/konto')
      const end = page.getByRole('button', { name: `Beenden der geteilten Ansicht ${name}` })
      await expect(page.getByText(/zuletzt benutzt am/)).toBeVisible()
      await expectAccessible(page)
      await expectNoOverflow(page)
      await page.screenshot({ path: testInfo.outputPath('listed.png'), fullPage: true })
      await end.click()
      await expect(end).toHaveCount(0)
      const status = page.getByRole('status').filter({ hasText: 'Die geteilte Ansicht ist beendet.' })
      await expect(status).toBeFocused()

      await theirs.goto('/berichte')
      await expect(theirs.getByRole('button', { name: 'Anmelden' })).toBeVisible()
      await theirs.goto(address)
      await expect(heading(theirs)).toHaveText('Dieser Link gilt nicht mehr')
      await expectAccessible(theirs)
      await theirs.screenshot({ path: testInfo.outputPath('ended.png'), fullPage: true })
      await reader.close()
    },
  )
})

test(
  'with the shared password, links are made and ended on the page of the report',
  { tag: '@slow' },
  async ({ page, browser, service }, testInfo) => {
    const name = `Steuerberater ${testInfo.project.name} ${testInfo.retry}`
    // Over http, browsers offer no clipboard except on this machine.
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await openReport(page, '/')
    const address = await share(page, name)
    await page.getByRole('button', { name: 'Adresse kopieren' }).click()
    await expect(page.getByText('Bitte markieren Sie die Adresse.')).toBeVisible()
    // A logged-in user keeps the existing session.
    await page.goto(address)
    await expect(heading(page)).toHaveText('Überblick')
    await expect(page.getByRole('button', { name: 'Abmelden' })).toBeVisible()

    const reader = await otherBrowser(browser, testInfo, service.url)
    const theirs = reader.page
    await theirs.goto(address)
    await waitUntilLoaded(theirs)
    await expect(theirs.getByText(`Geteilte Ansicht „${name}“`)).toBeVisible()
    await page.getByRole('button', { name: 'Diese Ansicht teilen' }).click()
    const end = page.getByRole('button', { name: `Beenden des Links ${name}` })
    await end.click()
    await expect(end).toHaveCount(0)
    await expect(page.getByRole('status').filter({ hasText: 'Der Link ist beendet.' })).toBeFocused()
    // The open page requests what waits for a person every minute, and live figures more often.
    await expect(theirs.getByText('Der Link zu dieser Ansicht gilt nicht mehr.')).toBeVisible({
      timeout: 90_000,
    })
    await expectAccessible(theirs)
    await reader.close()
  },
)

test('a reader closes the view in the own browser', async ({ page, browser, service }, testInfo) => {
  await openReport(page, '/attribution')
  const address = await share(page, 'Zum Schließen')
  const reader = await otherBrowser(browser, testInfo, service.url)
  const theirs = reader.page
  await theirs.goto(address)
  await expect(heading(theirs)).toHaveText('Attribution')
  await theirs.getByRole('button', { name: 'Ansicht schließen' }).click()
  await expect(theirs.getByRole('button', { name: 'Anmelden' })).toBeVisible()
  expect((await theirs.request.get('/api/reports/live')).status()).toBe(401)
  await theirs.goto(address)
  await expect(heading(theirs)).toHaveText('Attribution')
  await reader.close()
})

test(
  'an admin sees the links of everybody and ends them',
  { tag: '@slow' },
  async ({ page, browser, service }, testInfo) => {
    const name = `Rat ${testInfo.project.name} ${testInfo.retry}`
    await openReport(page, '/kosten')
    const address = await share(page, name)
    const email = `ada-${testInfo.project.name}-${testInfo.retry}@example.org`
    const added = await service.users('add', email, '--name', 'Ada Weiß', '--role', 'admin')
    const admins = await otherBrowser(browser, testInfo, service.url)
    await admins.page.goto(/\/konto\/einladung#[\w-]{43}/.exec(added)![0])
    await admins.page.getByLabel('Passwort').fill('ein Hafen an der Ems')
    await admins.page.getByRole('button', { name: 'Passwort speichern' }).click()
    await admins.page.getByRole('link', { name: 'Zugänge' }).click()
    const end = admins.page.getByRole('button', { name: `Beenden der geteilten Ansicht ${name}` })
    const entry = admins.page.getByRole('listitem').filter({ has: end })
    await expect(entry).toContainText('mit dem gemeinsamen Passwort')
    await expectAccessible(admins.page)
    await expectNoOverflow(admins.page)
    await admins.page.screenshot({ path: testInfo.outputPath('all.png'), fullPage: true })
    await end.click()
    await expect(end).toHaveCount(0)
    const log = admins.page.getByRole('list', { name: 'Einträge' }).getByRole('listitem')
    await expect(log.filter({ hasText: 'Geteilte Ansicht beendet' }).first()).toBeVisible()
    await admins.close()
    const reader = await otherBrowser(browser, testInfo, service.url)
    await reader.page.goto(address)
    await expect(heading(reader.page)).toHaveText('Dieser Link gilt nicht mehr')
    await reader.close()
  },
)
