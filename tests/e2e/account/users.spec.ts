import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, expectNoOverflow, test } from '#tests/e2e/desk/desk-test.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'
import { type ReceivedMail, bodyOf } from '#tests/service/mail/smtp-receiver.ts'

const password = 'ein Turm in Jena'

async function setPassword(page: Page, url: string) {
  await page.goto(url)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Passwort speichern' }).click()
  await expect(page.getByRole('heading', { name: 'Wo Sie angemeldet sind' })).toBeVisible()
}

/** Returns the link in the invitation to an address; an empty text before it arrives. */
function linkIn(mails: readonly ReceivedMail[], address: string): string {
  const mail = mails.find(({ to }) => to.join() === address)
  return linkOf(mail ? bodyOf(mail) : '')
}

/** Returns the path and fragment of the link in a text. Its port is 0, because the service chooses a free one. */
function linkOf(text: string): string {
  return /\/konto\/einladung#[\w-]{43}/.exec(text)?.[0] ?? ''
}

test('from the first admin to a marketer whose session an admin ends', async ({
  page,
  browser,
  service,
  mailServer,
}, testInfo) => {
  const unique = `${testInfo.project.name}-${testInfo.retry}`.toLowerCase().replaceAll(/[^a-z0-9-]/g, '')
  const admin = `ada-${unique}@example.org`
  const marketer = `berta-${unique}@example.org`
  const name = `Berta ${unique}`
  const added = await service.users('add', admin, '--name', 'Ada Weiß', '--role', 'admin')
  const link = linkOf(added)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Willkommen, Ada Weiß')
  await expectAccessible(page)
  await setPassword(page, link)
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Zugänge' }).click()
  await expect(page.getByRole('heading', { name: 'Person einladen' })).toBeVisible()
  await page.locator('#name').fill(name)
  await page.locator('#email').fill(marketer)
  await page.getByRole('button', { name: 'Einladung senden', exact: true }).click()
  await expect(page.getByText('Die Einladung ist unterwegs.')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await expect.poll(() => linkIn(mailServer.mails, marketer)).not.toBe('')

  const { viewport } = testInfo.project.use
  const other = await browser.newContext({ baseURL: service.url, ...(viewport && { viewport }) })
  const hers = await other.newPage()
  await setPassword(hers, linkIn(mailServer.mails, marketer))
  await hers.getByRole('button', { name: 'Abmelden' }).click()
  await hers.goto('/berichte')
  await hers.getByLabel('E-Mail-Adresse').fill(marketer)
  await hers.getByLabel('Passwort').fill(password)
  await expectAccessible(hers)
  await hers.keyboard.press('Enter')
  await expect(hers.getByRole('heading', { level: 1, name: 'Überblick' })).toBeVisible()
  await hers.goto('/auftraege')
  await expect(hers.getByRole('alert')).toContainText(`Der Zugang von ${name} öffnet die Aufträge nicht.`)
  await expectAccessible(hers)

  await page.reload()
  await page
    .getByRole('button', { name: `Beenden der Sitzung von ${name}` })
    .first()
    .click()
  await expect(page.getByRole('button', { name: `Beenden der Sitzung von ${name}` })).toHaveCount(0)
  const log = page.getByRole('list', { name: 'Einträge' }).getByRole('listitem')
  await expect(log.filter({ hasText: `Sitzung beendet: ${name}` })).toBeVisible()
  await page.getByLabel('Was', { exact: true }).selectOption('Zugang angelegt: Marketing')
  await expect(log.filter({ hasText: 'Sitzung beendet' })).toHaveCount(0)
  await expect(log.filter({ hasText: `Zugang angelegt: Marketing: ${name}` })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Als CSV herunterladen' }).click()
  expect((await file).suggestedFilename()).toBe('protokoll.csv')
  await hers.goto('/konto')
  await expect(hers.getByRole('heading', { level: 1 })).toHaveText('Anmelden')
  await expectAccessible(hers)
  // The link was used, so it opens nothing any more.
  await hers.goto(linkIn(mailServer.mails, marketer))
  await expect(hers.getByRole('heading', { level: 1 })).toHaveText('Dieser Link gilt nicht mehr')
  // Another link in the same tab changes only the fragment of the URL.
  await hers.goto(linkOf(await service.users('link', marketer)))
  await expect(hers.getByRole('heading', { level: 1 })).toHaveText('Neues Passwort wählen')
  await other.close()
})

test(
  'an admin makes a token for a script, which is shown once',
  bothSizes,
  async ({ page, service }, testInfo) => {
    const email = `eva-${testInfo.project.name}-${testInfo.retry}@example.org`
      .toLowerCase()
      .replaceAll(' ', '-')
    const added = await service.users('add', email, '--name', 'Eva Groß', '--role', 'admin')
    await setPassword(page, linkOf(added))
    await page.getByRole('link', { name: 'Zugänge' }).click()
    await page.getByLabel('Wofür').fill('Deploy der Website')
    await page.getByRole('button', { name: 'Schlüssel anlegen' }).click()
    const shown = page.getByText(/^fl_[\w-]{43}$/)
    await expect(shown).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    const token = await shown.innerText()
    const report = '/api/reports/orders?from=2026-11-01&to=2026-11-30'
    // Without the cookie of the browser.
    const read = await fetch(service.url + report, { headers: { authorization: `Bearer ${token}` } })
    expect(read.status).toBe(200)
    await page.reload()
    await expect(page.getByText('Deploy der Website').first()).toBeVisible()
    await expect(shown).toHaveCount(0)
  },
)

test(
  'a user saves a view of the reports, opens it and deletes it',
  { tag: '@slow' },
  async ({ page, service }, testInfo) => {
    const email = `vera-${testInfo.project.name}-${testInfo.retry}@example.org`
    const added = await service.users('add', email, '--name', 'Vera Klein', '--role', 'marketer')
    await setPassword(page, linkOf(added))
    await page.goto('/berichte/abbruch?funnel=anmeldung&from=2026-11-01&to=2026-11-10')
    await page.getByText('Ansichten', { exact: true }).click()
    await page.getByLabel('Diese Ansicht speichern als').fill('Anfang November')
    await page.getByRole('button', { name: 'Speichern' }).click()
    const saved = page.getByRole('link', { name: 'Anfang November' })
    await expect(saved).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.goto('/berichte?from=2026-11-01&to=2026-11-10')
    await page.getByText('Ansichten', { exact: true }).click()
    await page.getByLabel('Diese Ansicht speichern als').fill('Überblick im November')
    await page.getByRole('button', { name: 'Speichern' }).click()
    const overview = page.getByRole('link', { name: 'Überblick im November' })
    await expect(overview).toBeVisible()
    await saved.click()
    await expect(page).toHaveURL(/\/berichte\/abbruch\?funnel=anmeldung&from=2026-11-01&to=2026-11-10/)
    // The view of the overview has only a query, no path.
    await page.getByText('Ansichten', { exact: true }).click()
    await overview.click()
    await expect(page).toHaveURL(/\/berichte\/?\?from=2026-11-01&to=2026-11-10/)
    await expect(page.getByRole('heading', { level: 1, name: 'Überblick' })).toBeVisible()
    await page.getByText('Ansichten', { exact: true }).click()
    await page.getByRole('button', { name: 'Löschen der Ansicht Überblick im November' }).click()
    await page.getByRole('button', { name: 'Löschen der Ansicht Anfang November' }).click()
    await expect(page.getByText('Noch keine Ansicht gespeichert.')).toBeVisible()
  },
)
